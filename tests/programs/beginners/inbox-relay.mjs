import pRetry, { AbortError } from 'p-retry';
import { Kafka } from 'kafkajs';
import { db } from './db.mjs';

const kafka = new Kafka({ clientId: 'inbox-relay', brokers: ['localhost:9092'] });

async function relayOnce(letters) {
  const producer = kafka.producer({ transactionalId: 'inbox-relay', idempotent: true, maxInFlightRequests: 1 });

  try {
    await producer.connect();
    const tx = await producer.transaction();

    await Promise.all(
      letters.map((letter) => tx.send({ topic: 'letters', messages: [{ key: letter.to, value: letter.text }] })),
    );

    try {
      await tx.commit();
    } catch (err) {
      throw new AbortError(err);
    }
  } finally {
    // ends the transaction as well if something above went wrong
    await producer.disconnect();
  }
}

export default async function relay() {
  const letters = await db.unsent(100);
  if (letters.length === 0) return;

  await pRetry(() => relayOnce(letters), {
    retries: 5,
    onFailedAttempt: ({ attemptNumber, message }) => console.warn(`attempt ${attemptNumber}: ${message}`),
  });
  await db.markSent(letters.map((letter) => letter.id));
}
