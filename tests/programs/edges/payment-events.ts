import { Kafka, type Message, type Producer } from 'kafkajs';
import { env } from './env';
import { logger } from './logger';

export interface PaymentEvent {
  paymentId: string;
  kind: 'authorised' | 'captured' | 'refunded';
  amount: { value: number; currency: string };
}

const kafka = new Kafka({ clientId: 'payment-events', brokers: env.KAFKA_BROKERS });

async function openProducer(): Promise<Producer> {
  const producer = kafka.producer({
    transactionalId: `payment-events-${env.INSTANCE}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

const toMessage = ({ paymentId, kind, amount }: PaymentEvent): Message => ({
  key: paymentId,
  value: JSON.stringify({ kind, ...amount }),
});

export class PaymentEvents {
  private constructor(private producer: Producer) {}

  static async create(): Promise<PaymentEvents> {
    return new PaymentEvents(await openProducer());
  }

  private async write(events: PaymentEvent[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'payments', messages: events.map(toMessage) });
    } catch (error) {
      await tx.abort().catch((abortError) => logger.error({ abortError }, 'abort failed'));
      throw error;
    }
    await tx.commit();
  }

  async publish(events: PaymentEvent[], renewed = false): Promise<void> {
    try {
      await this.write(events);
    } catch (error) {
      if (renewed) throw error;
      logger.warn({ error }, 'publishing failed, trying once more with a new producer');
      await this.producer.disconnect().catch(() => undefined);
      this.producer = await openProducer();
      await this.publish(events, true);
    }
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
