// crash: const stop = on(x, () => stop()) style self reference
import { Kafka } from 'kafkajs'; import { inc, log } from './m.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { on, wrap } from './z.js';
export async function run(v) {
  const off = wrap(on('x', () => { off(); }), { off: 1 });
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { let m = wrap(e); m = wrap(m); inc(m); await tx.abort().catch(() => {}); throw e; } finally { off(); }
  await tx.commit();
}
