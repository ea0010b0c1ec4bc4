// nested DLQ fresh producer etc
import { Kafka } from 'kafkajs'; import { inc, log, wrap, db } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const dlq = kafka.producer({ transactionalId: 'dlq', idempotent: true, maxInFlightRequests: 1 });
export async function a(v: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: transform(v) }] }); }
  catch (e) {
    await tx.abort().catch(() => {});
    const d = await dlq.transaction();
    try { await d.send({ topic: 'dlq', messages: [{ value: v, headers: { error: String(e) } }] }); } catch (x) { await d.abort().catch(() => {}); throw new AggregateError([e, x]); }
    await d.commit();
    throw e;
  }
  await tx.commit();
}
function transform(v: string) { if (!v) throw new Error('bad'); return v.trim(); }
export async function b(v: string) {
  let value: string;
  try { value = transform(v); } catch (e) { const d = await producer.transaction(); try { await d.send({ topic: 'dlq', messages: [{ value: v }] }); } catch (x) { await d.abort().catch(() => {}); throw x; } await d.commit(); return; }
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function c(v: string) {
  const tx = await producer.transaction();
  try {
    try { await tx.send({ topic: 't', messages: [{ value: transform(v) }] }); }
    catch (e) { if (!(e instanceof SyntaxError)) throw e; await tx.send({ topic: 'dlq', messages: [{ value: v }] }); }
  } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
