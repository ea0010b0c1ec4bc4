// AsyncLocalStorage
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kafkajs';
const als = new AsyncLocalStorage<{ tx: Transaction }>();
export async function transactional<T>(fn: () => Promise<T>): Promise<T> {
  if (als.getStore()) return fn();
  const tx = await producer.transaction();
  let out: T;
  try { out = await als.run({ tx }, fn); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
  return out;
}
export const emit = (v: string) => als.getStore()!.tx.send({ topic: 't', messages: [{ value: v }] });
