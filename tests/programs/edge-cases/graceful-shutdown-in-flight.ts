// graceful shutdown in-flight
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const inflight = new Set<Promise<void>>();
let stopping = false;
async function one(value: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export function submit(value: string): Promise<void> {
  if (stopping) return Promise.reject(new Error('stopping'));
  const p = one(value).finally(() => inflight.delete(p));
  inflight.add(p);
  return p;
}
for (const s of ['SIGINT', 'SIGTERM'] as const) process.once(s, async () => {
  stopping = true;
  await Promise.allSettled(inflight);
  await producer.disconnect();
  process.exit(0);
});
