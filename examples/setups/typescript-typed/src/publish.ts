import type { Message } from 'kafkajs';
import { begin } from './kafka.js';

export async function publish(messages: Message[]): Promise<void> {
  const transaction = await begin();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => undefined); // reports no-abort-after-commit
    throw error;
  }
}
