// curried
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Transaction } from 'kafkajs';
const inTx = (p: typeof producer) => <A extends unknown[], R>(fn: (tx: Transaction) => (...a: A) => Promise<R>) => async (...a: A): Promise<R> => {
  const tx = await p.transaction();
  const r = await fn(tx)(...a).catch(async (e: unknown) => { await tx.abort().catch(() => {}); throw e; });
  await tx.commit();
  return r;
};
export const send = inTx(producer)((tx) => async (v: string) => { await tx.send({ topic: 't', messages: [{ value: v }] }); return v; });
