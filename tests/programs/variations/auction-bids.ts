import { Kafka, type Producer, type Transaction } from 'kafkajs';

export interface Bid {
  lot: string;
  bidder: string;
  cents: number;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class AuctionBids {
  private readonly producer: Producer;

  constructor(kafka: Kafka, house: string) {
    this.producer = kafka.producer({
      transactionalId: `auction-bids-${house}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  /** The broker may be rolling; come back until it answers. */
  private async begin(): Promise<Transaction> {
    let tx: Transaction | null = null;
    let pause = 100;
    do {
      tx = await this.producer.transaction().catch(async (err: Error) => {
        console.warn(`no transaction yet (${err.message}), waiting ${pause} ms`);
        await wait(pause);
        pause = Math.min(pause * 2, 10_000);
        return null;
      });
    } while (tx === null);
    return tx;
  }

  async place(bids: Bid[]): Promise<void> {
    const tx = await this.begin();
    try {
      await tx.send({
        topic: 'auction.bids',
        messages: bids.map((bid) => ({ key: bid.lot, value: JSON.stringify(bid) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('bids: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
