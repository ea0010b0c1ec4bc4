import { Kafka, type Producer, type TopicMessages, type Transaction } from 'kafkajs';
import type { Logger } from 'pino';

/** Owns one transactional producer and makes a new one after any failure. */
export class OutboxPublisher {
  private producer: Producer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly name: string,
    private readonly log: Logger,
  ) {}

  async publish(topicMessages: TopicMessages[]): Promise<void> {
    const producer = await this.acquire();
    let tx: Transaction | undefined;
    try {
      tx = await producer.transaction();
      await tx.sendBatch({ topicMessages });
    } catch (err) {
      await tx?.abort().catch((abortErr) => this.log.warn({ err: abortErr }, 'abort failed'));
      await this.discard(producer);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      // kafkajs cannot abort or resume after a commit attempt
      await this.discard(producer);
      throw err;
    }
  }

  private async acquire(): Promise<Producer> {
    if (this.producer) return this.producer;
    const producer = this.kafka.producer({
      transactionalId: this.name,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    this.producer = producer;
    return producer;
  }

  private async discard(producer: Producer): Promise<void> {
    if (this.producer === producer) this.producer = undefined;
    try {
      await producer.disconnect();
    } catch (err) {
      this.log.warn({ err }, 'disconnect failed');
    }
  }
}
