// deferred promise resolve/reject stored
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
interface Item { value: string; resolve: () => void; reject: (e: unknown) => void }
let queue: Item[] = [];
export function enqueue(value: string): Promise<void> { return new Promise((resolve, reject) => { queue.push({ value, resolve, reject }); }); }
export async function flush() {
  const batch = queue; queue = [];
  if (batch.length === 0) return;
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: batch.map(({ value }) => ({ value })) }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    for (const { resolve } of batch) resolve();
  } catch (e) {
    for (const { reject } of batch) reject(e);
  }
}
export async function flush2() {
  const batch = queue; queue = [];
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: batch.map(({ value }) => ({ value })) }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    batch.forEach((i) => i.resolve());
  } catch (e) { batch.forEach((i) => i.reject(e)); }
}
