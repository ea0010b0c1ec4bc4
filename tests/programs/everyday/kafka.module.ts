import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Kafka, type Producer } from 'kafkajs';

export const TX_PRODUCER = Symbol('TX_PRODUCER');

const producerProvider = {
  provide: TX_PRODUCER,
  useFactory: async (): Promise<Producer> => {
    const kafka = new Kafka({ clientId: 'tickets', brokers: (process.env.KAFKA_BROKERS ?? '').split(',') });
    const producer = kafka.producer({
      transactionalId: `tickets-${randomUUID()}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  },
};

@Injectable()
export class TicketEvents implements OnApplicationShutdown {
  constructor(@Inject(TX_PRODUCER) private readonly producer: Producer) {}

  async sold(ticketId: string, seat: string): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'tickets.sold', messages: [{ key: ticketId, value: seat }] });
      await tx.send({ topic: 'seats.taken', messages: [{ key: seat, value: ticketId }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `ticket ${ticketId} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.disconnect();
  }
}

@Module({ providers: [producerProvider, TicketEvents], exports: [TicketEvents] })
export class KafkaModule {}
