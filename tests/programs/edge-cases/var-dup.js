// var dup
import { Kafka } from 'kafkajs'; import { inc, log } from './m.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function run(v) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { var msg = fmt(e); var msg = fmt(msg); console.log(msg); await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
import { fmt } from './z.js';
