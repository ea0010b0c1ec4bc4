// finally return p.finally(() => {});
import { Kafka } from 'kafkajs'; import { startTimer, inc } from './m.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
function timed2<T>(op: string, p: Promise<T>): Promise<T> { return p.finally(() => {}); }
export async function run(v: string) {
  const tx = await producer.transaction();
  try { await timed2('s', tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
