// crash: var x = x || f()
import { Kafka } from 'kafkajs'; import { inc, log } from './m.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
var state = state || make({ topic: 'x' });
async function run(v) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export { run };
