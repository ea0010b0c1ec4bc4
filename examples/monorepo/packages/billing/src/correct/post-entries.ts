import type { Tx } from '@acme/kafka-client';
import type { Entry } from '../domain.js';

/** The caller begins and ends the transaction. */
export async function postEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await Promise.all(
    entries.map(({ account, cents }) =>
      tx.send({ topic: 'billing.ledger', messages: [{ key: account, value: String(cents) }] }),
    ),
  );
}
