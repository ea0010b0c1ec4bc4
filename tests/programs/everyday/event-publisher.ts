import { Kafka, type Message, type Producer } from 'kafkajs';
import pino from 'pino';

const log = pino({ name: 'event-publisher' });

/** Publishes groups of events atomically. A failed producer is never used twice. */
class EventPublisher {
  #producer: Producer | null = null;

  constructor(
    private readonly kafka: Kafka,
    private readonly transactionalId: string,
  ) {}

  async connect(): Promise<Producer> {
    if (!this.#producer) {
      const producer = this.kafka.producer({
        transactionalId: this.transactionalId,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.#producer = producer;
    }
    return this.#producer;
  }

  async publish(topic: string, messages: Message[]): Promise<void> {
    const producer = await this.connect();
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic, messages });
      } catch (err) {
        await tx.abort().catch((abortErr) => log.warn({ err: abortErr }, 'abort failed'));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      await this.close();
      throw err;
    }
  }

  async close(): Promise<void> {
    const producer = this.#producer;
    this.#producer = null;
    await producer?.disconnect().catch((err) => log.warn({ err }, 'disconnect failed'));
  }
}

const publisher = new EventPublisher(
  new Kafka({ clientId: 'profile', brokers: [process.env.KAFKA_BROKER ?? 'localhost:9092'] }),
  `profile-${process.env.POD_INDEX ?? '0'}`,
);

export async function profileChanged(id: string, before: unknown, after: unknown): Promise<void> {
  await publisher.publish('profiles', [
    { key: id, value: JSON.stringify({ type: 'before', body: before }) },
    { key: id, value: JSON.stringify({ type: 'after', body: after }) },
  ]);
}

export const shutdown = (): Promise<void> => publisher.close();
