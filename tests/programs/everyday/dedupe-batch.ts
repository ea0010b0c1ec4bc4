import type { Consumer, EachBatchPayload, Kafka, Producer } from 'kafkajs';

export class Deduplicator {
  private readonly seen = new Set<string>();
  private readonly consumer: Consumer;
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly target: string) {
    this.consumer = kafka.consumer({ groupId: 'dedupe' });
    this.producer = kafka.producer({ transactionalId: 'dedupe', idempotent: true, maxInFlightRequests: 1 });
  }

  async run(source: string): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [source] });
    await this.consumer.run({ autoCommit: false, eachBatch: (payload) => this.onBatch(payload) });
  }

  private async onBatch({ batch }: EachBatchPayload): Promise<void> {
    const fresh = batch.messages.filter(({ key }) => key !== null && !this.seen.has(key.toString()));
    const next = (BigInt(batch.lastOffset()) + 1n).toString();

    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: this.target, messages: fresh.map(({ key, value }) => ({ key, value })) });
      await this.consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: next }]);
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();

    for (const { key } of fresh) this.seen.add(key!.toString());
  }
}
