// async.parallel collected promise var
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function go(source: AsyncIterable<string>) {
  const tx = await producer.transaction();
  const pending = new Set<Promise<unknown>>();
  try {
    for await (const value of source) {
      const p = tx.send({ topic: 't', messages: [{ value }] }).finally(() => pending.delete(p));
      pending.add(p);
      if (pending.size >= 10) await Promise.race(pending);
    }
    await Promise.all(pending);
  } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function go2(values: string[]) {
  const tx = await producer.transaction();
  const jobs: Array<() => Promise<unknown>> = [];
  for (const value of values) jobs.push(() => tx.send({ topic: 't', messages: [{ value }] }));
  try { for (const j of jobs) await j(); await Promise.all(jobs.map((j) => j())); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function go3(values: string[]) {
  const tx = await producer.transaction();
  try { await values.reduce((chain, value) => chain.then(() => tx.send({ topic: 't', messages: [{ value }] })).then(() => undefined), Promise.resolve() as Promise<void>); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function go4(values: string[]) {
  const tx = await producer.transaction();
  const promises: Promise<unknown>[] = [];
  values.forEach((value) => promises.push(tx.send({ topic: 't', messages: [{ value }] })));
  values.forEach((value) => { promises.push(tx.send({ topic: 't', messages: [{ value }] })); });
  try { await Promise.all(promises); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
