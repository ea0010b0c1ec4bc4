// offset: incr(offset)
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const consumer = kafka.consumer({ groupId: 'g' });
consumer.run({ autoCommit: false, eachBatch: async ({ batch }) => { for (const message of batch.messages) { const { topic, partition } = batch; const { offset } = message; const n = 1; let next = offset; 
  const tx = await producer.transaction();
  try { await tx.send({ topic: 'o', messages: [message] }); await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: incr(offset) }] }] }); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit(); } } });
