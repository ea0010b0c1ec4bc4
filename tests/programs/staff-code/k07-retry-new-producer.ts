import { Kafka, type Message } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';

const kafka = new Kafka({ clientId: 'settlement', brokers: ['kafka:9092'] });

class InDoubtError extends Error {
  readonly code = 'SETTLEMENT_IN_DOUBT';
}

const backoff = (attempt: number) => Math.min(30_000, 200 * 2 ** attempt) * (0.5 + Math.random() / 2);

export async function settle(messages: Message[], maxAttempts = 5): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const producer = kafka.producer({ transactionalId: 'settlement', idempotent: true, maxInFlightRequests: 1 });
    try {
      await producer.connect();
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'settlements', messages });
      } catch (err) {
        await tx.abort().catch(() => undefined);
        throw err;
      }
      try {
        await tx.commit();
      } catch (cause) {
        throw new InDoubtError('commit outcome unknown', { cause });
      }
      return;
    } catch (err) {
      if (err instanceof InDoubtError || attempt >= maxAttempts) throw err;
    } finally {
      await producer.disconnect().catch((err) => console.warn('disconnect failed', err));
    }
    await delay(backoff(attempt));
  }
}
