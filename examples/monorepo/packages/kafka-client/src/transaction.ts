import type { Transaction } from 'kafkajs';
import { openProducer } from './producer.js';

export type Tx = Transaction;

const producer = openProducer(process.env['SERVICE_NAME'] ?? 'acme');

export async function beginTransaction(): Promise<Tx> {
  return producer.transaction();
}

/** Commits what the work has sent, or aborts it. */
export async function withTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await beginTransaction();
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw new AggregateError([error, abortError], 'The transaction failed, and so did its abort');
    }
    throw error;
  }
  await tx.commit();
  return result;
}
