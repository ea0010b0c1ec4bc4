// p-queue, mutex, limit
import PQueue from 'p-queue';
import { Mutex } from 'async-mutex';
import pLimit from 'p-limit';
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const mutex = new Mutex();
const queue = new PQueue({ concurrency: 1 });
const limit = pLimit(4);
async function once(values: string[]) {
  const tx = await producer.transaction();
  try {
    await Promise.all(values.map((value) => limit(() => tx.send({ topic: 't', messages: [{ value }] }))));
  } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export const a = (v: string[]) => mutex.runExclusive(async () => { await once(v); });
export const b = (v: string[]) => queue.add(() => once(v), { throwOnTimeout: true });
export async function c(v: string[]) {
  const release = await mutex.acquire();
  try { await once(v); } finally { release(); }
}
