// lastOffset()+1, and resolve
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const consumer = new Kafka({ brokers: ['b'] }).consumer({ groupId: 'g' });
const next = (o: string) => (BigInt(o) + 1n).toString();
await consumer.run({
  autoCommit: false,
  eachBatch: async ({ batch, uncommittedOffsets, resolveOffset }) => {
    const { topic, partition, messages } = batch;
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'o', messages: messages.map(({ key, value, headers }) => ({ key, value, headers })) });
      await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: next(batch.lastOffset()) }] }] });
    } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  },
});
await consumer.run({
  autoCommit: false,
  eachBatch: async ({ batch, uncommittedOffsets, resolveOffset }) => {
    const tx = await producer.transaction();
    try {
      for (const m of batch.messages) { await tx.send({ topic: 'o', messages: [m] }); resolveOffset(m.offset); }
      await tx.sendOffsets({ consumerGroupId: 'g', ...uncommittedOffsets() });
    } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  },
});
