import { Kafka, type EachBatchPayload, type KafkaMessage, type Producer, type Transaction } from 'kafkajs';
import { price } from './pricing';
import { log } from './log';

const GROUP = 'fare-engine';
const HEARTBEAT_EVERY = 100;

const nextOffset = (message: KafkaMessage): string => (BigInt(message.offset) + 1n).toString();

export class FareEngine {
  private readonly producer: Producer;
  private readonly consumer;

  constructor(kafka: Kafka, shard: number) {
    this.producer = kafka.producer({
      transactionalId: `fare-engine-${shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.consumer = kafka.consumer({ groupId: GROUP, readUncommitted: false });
  }

  async start(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['rides.finished'] });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.onBatch(payload),
    });
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }

  private async onBatch({ batch, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    const messages = batch.messages;
    if (messages.length === 0 || !isRunning() || isStale()) return;

    const tx = await this.producer.transaction();
    try {
      let done = 0;
      for (const message of messages) {
        const fare = price(JSON.parse(String(message.value)));
        await tx.send({ topic: 'rides.fares', messages: [{ key: message.key, value: JSON.stringify(fare) }] });
        if (++done % HEARTBEAT_EVERY === 0) await heartbeat();
      }
      const { topic, partition } = batch;
      await tx.sendOffsets({
        consumerGroupId: GROUP,
        topics: [{ topic, partitions: [{ partition, offset: nextOffset(messages[messages.length - 1]) }] }],
      });
    } catch (err) {
      await this.cancel(tx);
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      // The outcome is not known and kafkajs cannot ask again: start anew from the committed offsets.
      log.fatal({ err, partition: batch.partition }, 'commit failed');
      process.exit(70);
    }
    await heartbeat();
  }

  private async cancel(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (abortErr) {
      log.error({ abortErr }, 'abort failed');
    }
  }
}
