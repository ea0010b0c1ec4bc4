// mutex release, span end finally around begin
import { Kafka } from 'kafkajs'; import { startTimer, inc } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { Mutex } from 'async-mutex'; const m = new Mutex();
async function begin() { const release = await m.acquire(); try { return await producer.transaction(); } finally { release(); } }
export async function run(v: string) {
  const tx = await begin();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
