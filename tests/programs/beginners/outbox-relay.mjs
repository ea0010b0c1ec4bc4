import pRetry, { AbortError } from 'p-retry';
import { Kafka } from 'kafkajs';
import { db } from './db.mjs';

const kafka = new Kafka({ clientId: 'outbox-relay', brokers: ['localhost:9092'] });

async function relayOnce(rows) {
  const producer = kafka.producer({ transactionalId: 'outbox-relay', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();

  try {
    const tx = await producer.transaction();
    try {
      for (const row of rows) {
        await tx.send({ topic: row.topic, messages: [{ key: row.key, value: row.payload }] });
      }
    } catch (err) {
      await tx.abort().catch((e) => console.error('abort failed', e));
      throw err;
    }

    await tx.commit().catch((err) => {
      throw new AbortError(err); // nobody knows whether it worked, so no retry
    });

    await db.markPublished(rows.map((row) => row.id));
  } finally {
    await producer.disconnect();
  }
}

export async function relay() {
  const rows = await db.unpublished(100);
  if (rows.length > 0) {
    await pRetry(() => relayOnce(rows), { retries: 5 });
  }
  return rows.length;
}
