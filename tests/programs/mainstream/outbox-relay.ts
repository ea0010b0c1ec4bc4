import { Kafka, type KafkaJSProtocolError, type Message } from 'kafkajs';
import { setTimeout as wait } from 'node:timers/promises';

const RETRY = { attempts: 5, baseDelayMs: 250 } as const;

const producer = new Kafka({ clientId: 'outbox', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'outbox-relay',
  idempotent: true,
  maxInFlightRequests: 1,
});

const isFenced = (err: unknown): boolean =>
  (err as KafkaJSProtocolError).type === 'PRODUCER_FENCED';

async function publishOnce(topic: string, messages: Message[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic, messages });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function relay(topic: string, messages: Message[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await publishOnce(topic, messages);
      return;
    } catch (err) {
      if (isFenced(err)) {
        throw err;
      }
      if (attempt === RETRY.attempts) {
        throw err;
      }
      await wait(RETRY.baseDelayMs * 2 ** attempt);
    }
  }
}

export const start = (): Promise<void> => producer.connect();
