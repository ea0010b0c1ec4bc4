import { randomUUID } from 'node:crypto';
import type { EachMessagePayload } from 'kafkajs';
import { kafka } from './kafka.config.js';

const mirrored = kafka.producer({ idempotent: true, maxInFlightRequests: 1, transactionalId: randomUUID() });
const audited = kafka.producer({
  idempotent: true,
  maxInFlightRequests: 1,
  transactionalId: process.env.AUDIT ? `audit-${Date.now()}` : undefined,
});

export async function mirror({ message }: EachMessagePayload): Promise<void> {
  const transaction = await mirrored.transaction();
  try {
    await transaction.send({ topic: 'mirror', messages: [message] });
  } catch (error) {
    await transaction.abort().catch((abortError) => console.error(abortError));
    throw error;
  }
  await transaction.commit();
}

export async function audit({ message }: EachMessagePayload): Promise<void> {
  const transaction = await audited.transaction();
  try {
    await transaction.send({ topic: 'audit', messages: [message] });
  } catch (error) {
    await transaction.abort().catch((abortError) => console.error(abortError));
    throw error;
  }
  await transaction.commit();
}
