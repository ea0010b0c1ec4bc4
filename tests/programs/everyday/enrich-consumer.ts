import { Kafka, type Consumer, type EachMessagePayload, type Producer } from 'kafkajs';
import type { Logger } from 'winston';

interface Click {
  userId: string;
  url: string;
}

export interface UserLookup {
  segmentOf(userId: string): Promise<string>;
}

export class ClickEnricher {
  private readonly consumer: Consumer;
  private readonly producer: Producer;

  constructor(
    kafka: Kafka,
    private readonly users: UserLookup,
    private readonly logger: Logger,
    private readonly groupId = 'click-enricher',
  ) {
    this.consumer = kafka.consumer({ groupId });
    this.producer = kafka.producer({
      transactionalId: `${groupId}-tx`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start(): Promise<void> {
    await Promise.all([this.consumer.connect(), this.producer.connect()]);
    await this.consumer.subscribe({ topic: 'clicks.raw', fromBeginning: false });
    await this.consumer.run({ autoCommit: false, eachMessage: (payload) => this.handle(payload) });
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }

  private async handle({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const click: Click = JSON.parse(message.value?.toString() ?? '{}');
    const offset = (BigInt(message.offset) + 1n).toString();

    const transaction = await this.producer.transaction();
    try {
      const segment = await this.users.segmentOf(click.userId);
      await transaction.send({
        topic: 'clicks.enriched',
        messages: [{ key: click.userId, value: JSON.stringify({ ...click, segment }) }],
      });
      await transaction.sendOffsets({
        consumerGroupId: this.groupId,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], `click at ${topic}/${partition}@${message.offset} not rolled back`);
      }
      this.logger.warn('click skipped until the next delivery', { partition, offset: message.offset });
      throw error;
    }
    await transaction.commit();
  }
}
