// allSettled some
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function write(values: string[]) {
  const tx = await producer.transaction();
  const results = await Promise.allSettled(values.map((value) => tx.send({ topic: 't', messages: [{ value }] })));
  for (const r of results) if (r.status === 'rejected') { await tx.abort().catch(() => {}); throw r.reason; }
  await tx.commit();
}
export async function write2(values: string[]) {
  const tx = await producer.transaction();
  const results = await Promise.allSettled(values.map((value) => tx.send({ topic: 't', messages: [{ value }] })));
  if (!results.every((r) => r.status === 'fulfilled')) { await tx.abort().catch(() => {}); throw new AggregateError(results.flatMap((r) => r.status === 'rejected' ? [r.reason] : [])); }
  await tx.commit();
}
export async function write3(values: string[]) {
  const tx = await producer.transaction();
  const errors = (await Promise.allSettled(values.map((value) => tx.send({ topic: 't', messages: [{ value }] })))).flatMap((r) => r.status === 'rejected' ? [r.reason] : []);
  if (errors.length) { await tx.abort().catch((e) => { errors.push(e); }); throw new AggregateError(errors); }
  await tx.commit();
}
