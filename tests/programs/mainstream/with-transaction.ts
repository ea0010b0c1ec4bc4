import type { Producer, Transaction } from 'kafkajs';

/** Both the reason and the failed rollback, so that neither is lost. */
export class RollbackError extends AggregateError {
  constructor(reason: unknown, rollback: unknown) {
    super([reason, rollback], 'transaction failed and could not be rolled back');
    this.name = 'RollbackError';
  }
}

export async function withTransaction<T>(producer: Producer, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await producer.transaction();
  let result: T;
  try {
    result = await work(tx);
  } catch (reason) {
    try {
      await tx.abort();
    } catch (rollback) {
      throw new RollbackError(reason, rollback);
    }
    throw reason;
  }
  await tx.commit();
  return result;
}

export interface Account {
  id: string;
  owner: string;
}

export const openAccount =
  (producer: Producer) =>
  (account: Account): Promise<string> =>
    withTransaction(producer, async (tx) => {
      await tx.send({ topic: 'accounts.opened', messages: [{ key: account.id, value: JSON.stringify(account) }] });
      await tx.send({ topic: 'accounts.by-owner', messages: [{ key: account.owner, value: account.id }] });
      return account.id;
    });

export const closeAccount =
  (producer: Producer) =>
  (id: string): Promise<void> =>
    withTransaction(producer, async (tx) => {
      await tx.send({ topic: 'accounts.closed', messages: [{ key: id, value: null }] });
    });
