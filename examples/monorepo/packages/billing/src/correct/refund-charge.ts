import { beginTransaction } from '@acme/kafka-client';
import type { Charge } from '../domain.js';

export async function refundCharge({ id, account, cents }: Charge): Promise<void> {
  const tx = await beginTransaction();
  try {
    await tx.send({ topic: 'billing.refunds', messages: [{ key: account, value: String(cents) }] });
  } catch (error) {
    await tx.abort().catch(() => undefined);
    throw new Error(`refund of ${id} not sent`, { cause: error });
  }
  await tx.commit();
}
