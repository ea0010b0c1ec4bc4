// helper returning boolean
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Transaction } from 'kafkajs';
async function trySend(tx: Transaction, value: string, errors: unknown[]): Promise<boolean> {
  try { await tx.send({ topic: 't', messages: [{ value }] }); return true; } catch (e) { errors.push(e); return false; }
}
export async function write(value: string) {
  const errors: unknown[] = [];
  const tx = await producer.transaction();
  if (await trySend(tx, value, errors)) { await tx.commit(); return; }
  await tx.abort().catch(() => {});
  throw errors[0];
}
