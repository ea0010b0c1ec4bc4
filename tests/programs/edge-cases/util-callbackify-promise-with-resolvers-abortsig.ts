// util.callbackify, promise with resolvers, AbortSignal
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function go(value: string, signal: AbortSignal) {
  signal.throwIfAborted();
  const tx = await producer.transaction();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  tx.send({ topic: 't', messages: [{ value }] }).then(() => resolve(), reject);
  try { await promise; } catch (e) { await tx.abort().catch(() => {}); throw e; } finally { signal.removeEventListener('abort', onAbort); }
  await tx.commit();
}
export function viaNew(value: string): Promise<void> {
  return new Promise((resolve, reject) => {
    producer.transaction().then((tx) => {
      tx.send({ topic: 't', messages: [{ value }] })
        .then(() => tx.commit().then(resolve, reject), (e) => { tx.abort().then(() => reject(e), (a) => reject(new AggregateError([e, a]))); });
    }, reject);
  });
}
export function viaCb(value: string, cb: (e?: unknown) => void): void {
  producer.transaction().then(async (tx) => {
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  }).then(() => cb(), cb);
}
export function viaCb2(value: string, cb: (e?: unknown) => void): void {
  void producer.transaction().then(async (tx) => {
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit(); cb();
  }).catch((e) => process.nextTick(cb, e));
}
