// crash: let a = f(b), b = f(a)
import { Kafka } from 'kafkajs'; import { inc, log } from './m.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { wrap } from './z.js';
export async function run(v) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { var a = wrap(b, e); var b = wrap(a); await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
