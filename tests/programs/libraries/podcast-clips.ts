import { Kafka, type Consumer, type EachMessagePayload, type Producer } from 'kafkajs';
import type { Logger } from 'winston';
import { cutClips } from './clips';
import { retryable } from './retry';

export class ClipCutter {
  private readonly consumer: Consumer;
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly logger: Logger) {
    this.consumer = kafka.consumer({ groupId: 'clips', readUncommitted: false });
    this.producer = kafka.producer({ transactionalId: 'clips', idempotent: true, maxInFlightRequests: 1 });
  }

  async run(): Promise<void> {
    await Promise.all([this.consumer.connect(), this.producer.connect()]);
    await this.consumer.subscribe({ topic: 'podcasts.episodes' });
    await this.consumer.run({ autoCommit: false, eachMessage: (payload) => this.cut(payload) });
  }

  private async cut({ topic, partition, message }: EachMessagePayload): Promise<void> {
    // Reading the audio is repeated by the helper; nothing of Kafka is in it.
    const clips = await retryable(() => cutClips(message.value!));
    const next = (Number(message.offset) + 1).toString();
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'podcasts.clips', messages: clips.map((value) => ({ key: message.key, value })) });
      await tx.sendOffsets({ consumer: this.consumer, topics: [{ topic, partitions: [{ partition, offset: next }] }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.error('clips not rolled back', { abortErr }));
      throw err;
    }
    await tx.commit();
  }
}
