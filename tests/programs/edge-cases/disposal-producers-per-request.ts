// disposal producers per-request
import { Kafka } from 'kafkajs'; import { inc, log, wrap, db } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function perRequest(v: string) {
  const p = kafka.producer({ transactionalId: 'req', idempotent: true, maxInFlightRequests: 1 });
  await p.connect();
  try {
    const tx = await p.transaction();
    await tx.send({ topic: 't', messages: [{ value: v }] });
    await tx.commit();
  } finally { await p.disconnect(); }
}
export async function withProducer<T>(fn: (p: typeof producer) => Promise<T>): Promise<T> {
  const p = kafka.producer({ transactionalId: 'req', idempotent: true, maxInFlightRequests: 1 });
  await p.connect();
  try { return await fn(p); } finally { await p.disconnect(); }
}
export const useIt = (v: string) => withProducer(async (p) => { const tx = await p.transaction(); await tx.send({ topic: 't', messages: [{ value: v }] }); await tx.commit(); });
export async function usingIt(v: string) {
  await using p = Object.assign(kafka.producer({ transactionalId: 'req', idempotent: true, maxInFlightRequests: 1 }), { async [Symbol.asyncDispose]() { await p.disconnect(); } });
  const tx = await p.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function scriptMain() {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [] }); await tx.commit(); }
  catch (e) { log(e); process.exitCode = 1; }
  finally { await producer.disconnect(); }
}
