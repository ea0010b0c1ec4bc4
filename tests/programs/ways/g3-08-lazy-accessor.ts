import { randomBytes } from 'node:crypto';
import { Kafka, type Message, type Producer } from 'kafkajs';

export class CheckoutEvents {
  #producer?: Producer;
  readonly #kafka: Kafka;
  readonly #suffix = randomBytes(6).toString('hex');

  constructor(brokers: string[]) {
    this.#kafka = new Kafka({ clientId: 'checkout', brokers });
  }

  get producer(): Producer {
    return (this.#producer ??= this.#kafka.producer({
      transactionalId: `checkout-${this.#suffix}`,
      idempotent: true,
      maxInFlightRequests: 1,
    }));
  }

  get connected(): Promise<void> {
    return this.producer.connect();
  }

  async publish(events: Record<string, Message[]>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.sendBatch({
        topicMessages: Object.entries(events).map(([topic, messages]) => ({ topic, messages })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], 'checkout events not rolled back');
      });
      throw err;
    }
    await tx.commit();
  }
}
