// begin timed
import { Kafka } from 'kafkajs'; import { startTimer, inc } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
async function timed<T>(op: string, f: () => Promise<T>): Promise<T> { const end = startTimer({ op }); try { return await f(); } catch (e) { inc(); throw e; } finally { end(); } }
export async function run(v: string) {
  const tx = await timed('begin', () => producer.transaction());
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
