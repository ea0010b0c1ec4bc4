// timed2
import { Kafka } from 'kafkajs'; import { startTimer, inc } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
function timed2<T>(op: string, p: Promise<T>): Promise<T> { const end = startTimer({ op }); return p.finally(end); }
export async function run(v: string) {
  const tx = await timed2('b', producer.transaction());
  try { await timed2('s', tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await timed2('a', tx.abort()).catch(() => {}); throw e; }
  await timed2('c', tx.commit());
}
