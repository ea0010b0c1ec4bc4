// helper returns error
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Transaction } from 'kafkajs';
async function trySend(tx: Transaction, value: string): Promise<Error | null> {
  try { await tx.send({ topic: 't', messages: [{ value }] }); return null; } catch (e) { return e as Error; }
}
export async function write(value: string) {
  const tx = await producer.transaction();
  const e = await trySend(tx, value);
  if (e === null) { await tx.commit(); return; }
  await tx.abort().catch(() => {});
  throw e;
}
export async function write2(values: string[]) {
  const tx = await producer.transaction();
  for (const value of values) {
    const e = await trySend(tx, value);
    if (e) { await tx.abort().catch(() => {}); throw e; }
  }
  await tx.commit();
}
