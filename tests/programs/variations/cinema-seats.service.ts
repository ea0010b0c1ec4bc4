import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface Screening {
  id: string;
  hall: number;
  sold: { row: string; seat: number; code: string }[];
}

@Injectable()
export class CinemaSeatsService {
  private readonly log = new Logger('cinema-seats');

  constructor(@Inject('CINEMA_KAFKA') private readonly client: ClientKafka) {}

  async publish(screening: Screening): Promise<number> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      screening.sold.forEach(async ({ row, seat, code }) => {
        await tx.send({
          topic: 'cinema.seats',
          messages: [{ key: `${screening.id}/${row}${seat}`, value: code }],
        });
      });
      await tx.send({
        topic: 'cinema.screenings',
        messages: [{ key: screening.id, value: JSON.stringify({ sold: screening.sold.length }) }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => this.log.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
    return screening.sold.length;
  }
}
