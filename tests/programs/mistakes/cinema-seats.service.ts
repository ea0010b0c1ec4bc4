import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

async function persist(fn: () => Promise<unknown>, attempts = 3): Promise<void> {
  for (let n = 1; n <= attempts; n++) {
    try {
      await fn();
      return;
    } catch (err) {
      if (n === attempts) throw err;
    }
  }
}

@Injectable()
export class CinemaSeatsService {
  private readonly logger = new Logger(CinemaSeatsService.name);

  constructor(@Inject('CINEMA') private readonly kafka: ClientKafka) {}

  async hold(showing: string, seats: string[]): Promise<void> {
    const producer = await this.kafka.connect();
    const tx: Transaction = await producer.transaction();
    try {
      await tx.send({
        topic: 'cinema.seats.held',
        messages: seats.map((seat) => ({ key: showing, value: seat })),
      });
    } catch (err) {
      await persist(() => tx.abort()).catch((abortErr) => this.logger.error('seats not released', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
