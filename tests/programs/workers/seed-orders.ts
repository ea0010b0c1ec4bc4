import type { Consumer, EachBatchPayload, Producer } from 'kafkajs';

export class SeedOrders {
  constructor(
    private readonly consumer: Consumer,
    private readonly producer: Producer,
    private readonly groupId: string,
  ) {}

  async run(): Promise<void> {
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.eachBatch(payload),
    });
  }

  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isRunning, isStale, resolveOffset } = payload;
    if (!isRunning() || isStale() || batch.isEmpty()) return;

    const tx = await this.producer.transaction();
    try {
      for (const message of batch.messages) {
        if (message.value === null) continue;
        await tx.send({
          topic: 'seeds.picking',
          messages: [{ key: message.key, value: message.value, headers: message.headers }],
        });
        await heartbeat();
      }
      const { topic, partition } = batch;
      const offset = (BigInt(batch.lastOffset()) + BigInt(1)).toString();
      await tx.sendOffsets({
        consumerGroupId: this.groupId,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw Object.assign(new Error('seed orders not rolled back', { cause: err }), { abortErr });
      });
      throw err;
    }

    await tx.commit();
    for (const { offset } of batch.messages) resolveOffset(offset);
  }
}
