// allowed: producer.send outside of tx, admin, consumer commit outside
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const plain = kafka.producer(); const consumer = kafka.consumer({ groupId: 'g' });
export async function a(v: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); await plain.send({ topic: 'dlq', messages: [{ value: v }] }); throw e; }
  await tx.commit();
  await plain.send({ topic: 'audit', messages: [{ value: v }] });
  await consumer.commitOffsets([{ topic: 't', partition: 0, offset: '1' }]);
}
export async function b(v: string) {
  await producer.send({ topic: 'warm', messages: [] });
  const tx = await producer.transaction();
  try { await Promise.all([tx.send({ topic: 't', messages: [{ value: v }] }), plain.send({ topic: 'metrics', messages: [{ value: v }] })]); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
  await producer.send({ topic: 'after', messages: [] });
}
