// timed3
import { Kafka } from 'kafkajs'; import { startTimer, inc } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const timed3 = <T,>(p: Promise<T>) => p.then((v) => { inc(); return v; }, (e: unknown) => { inc(); throw e; });
export async function run(v: string) {
  const tx = await timed3(producer.transaction());
  try { await timed3(tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await timed3(tx.abort()).catch(() => {}); throw e; }
  await timed3(tx.commit());
}
