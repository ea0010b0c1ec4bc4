// consumer paused and rewinds
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const consumer = new Kafka({ brokers: ['b'] }).consumer({ groupId: 'g' });
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  eachBatch: async ({ batch, resolveOffset, heartbeat, isRunning, isStale }) => {
    const tx = await producer.transaction();
    try {
      let last: string | undefined;
      for (const m of batch.messages) {
        if (!isRunning() || isStale()) break;
        await tx.send({ topic: 'o', messages: [{ value: m.value }] });
        last = m.offset;
        await heartbeat();
      }
      if (last === undefined) { await tx.abort(); return; }
      await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: (BigInt(last) + BigInt(1)).toString() }] }] });
    } catch (e) {
      if (tx.isActive()) await tx.abort().catch(() => {});
      throw e;
    }
    await tx.commit();
    resolveOffset(batch.lastOffset());
  },
});
