import { withTransaction } from '@acme/kafka-client';
import type { Charge } from '../domain.js';

export const writeInvoice = (charge: Charge): Promise<void> =>
  withTransaction(async (tx) => {
    await tx.send({ topic: 'billing.invoices', messages: [{ key: charge.id, value: String(charge.cents) }] });
  });
