import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka, RpcException } from '@nestjs/microservices';
import { catchError, from, map, Observable, throwError } from 'rxjs';

interface Bid {
  lot: string;
  bidder: string;
  cents: number;
}

@Injectable()
export class StampAuctions {
  constructor(@Inject('AUCTIONS') private readonly client: ClientKafka) {}

  bid(bid: Bid): Observable<{ lot: string; accepted: true }> {
    return from(this.publish(bid)).pipe(
      map(() => ({ lot: bid.lot, accepted: true as const })),
      catchError((err: unknown) => throwError(() => new RpcException({ message: 'bid refused', cause: err }))),
    );
  }

  private async publish(bid: Bid): Promise<void> {
    const producer = this.client.producer;
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'stamps.bids', messages: [{ key: bid.lot, value: JSON.stringify(bid) }] });
      await tx.send({ topic: 'stamps.bidders', messages: [{ key: bid.bidder, value: bid.lot }] });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `bid on ${bid.lot} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  }
}
