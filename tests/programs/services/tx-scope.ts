import type { Producer, Transaction } from 'kafkajs';

export class TransferFailed extends Error {}

export interface Transfer {
  id: string;
  from: string;
  to: string;
  cents: bigint;
}

async function rollBack(tx: Transaction, cause: unknown): Promise<void> {
  try {
    await tx.abort();
  } catch (abortErr) {
    throw new AggregateError([cause, abortErr], 'transaction neither completed nor rolled back');
  }
}

export async function inTransaction<T>(
  producer: Producer,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const tx = await producer.transaction();
  let out: T;
  try {
    out = await work(tx);
  } catch (err) {
    await rollBack(tx, err);
    throw err;
  }
  await tx.commit();
  return out;
}

export async function transfer(producer: Producer, order: Transfer): Promise<void> {
  const entry = (account: string, cents: bigint) => ({
    topic: 'accounts.entries',
    messages: [{ key: account, value: String(cents), headers: { transfer: order.id } }],
  });
  try {
    await inTransaction(producer, async (tx) => {
      await tx.send(entry(order.from, -order.cents));
      await tx.send(entry(order.to, order.cents));
    });
  } catch (err) {
    throw new TransferFailed(`transfer ${order.id} failed`, { cause: err });
  }
}
