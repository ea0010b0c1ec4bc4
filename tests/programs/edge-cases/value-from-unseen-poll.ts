// value from unseen poll
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { poll } from './db.js';
async function work() {
  const value = await poll();
  const tx = await producer.transaction();
  try { await tx.send({ topic: "o", messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function main(n: number) { while (n-- > 0) { await work(); } }
