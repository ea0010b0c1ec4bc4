import type { Kafka, Producer, Transaction } from 'kafkajs';

export interface PaymentEvent {
  paymentId: string;
  type: 'authorized' | 'captured' | 'refunded';
  amountCents: number;
}

type Logger = Pick<Console, 'warn' | 'info'>;

export class PaymentEventsPublisher {
  private readonly producer: Producer;

  constructor(kafka: Kafka, shard: number, private readonly logger: Logger = console) {
    this.producer = kafka.producer({
      transactionalId: `payment-events-${shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = (): Promise<void> => this.producer.connect();

  async publish(events: readonly PaymentEvent[]): Promise<void> {
    const tx: Transaction = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'payments.events',
        messages: events.map((e) => ({ key: e.paymentId, value: JSON.stringify(e) })),
      });
      await tx.send({
        topic: 'payments.audit',
        messages: events.map((e) => ({ key: e.paymentId, value: e.type })),
      });
      await tx.commit();
      this.logger.info('published', events.length);
    } catch (err) {
      // nothing to roll back once the commit has been attempted
      if (tx.isActive()) {
        await tx.abort().catch((e: unknown) => this.logger.warn('abort failed', e));
      }
      throw err;
    }
  }
}
