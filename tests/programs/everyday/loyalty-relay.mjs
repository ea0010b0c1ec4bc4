import pRetry from 'p-retry';
import { Kafka } from 'kafkajs';
import pg from 'pg';

const db = new pg.Pool();
const producer = new Kafka({ clientId: 'loyalty', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'loyalty-relay',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(points) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'loyalty.points',
      messages: points.map((p) => ({ key: p.member, value: String(p.points) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function relay() {
  const { rows } = await db.query('SELECT id, member, points FROM loyalty_outbox ORDER BY id LIMIT 100');
  if (rows.length === 0) return;
  await pRetry(() => publish(rows), {
    retries: 5,
    onFailedAttempt: (error) => console.warn(`attempt ${error.attemptNumber} failed, ${error.retriesLeft} left`),
  });
  await db.query('DELETE FROM loyalty_outbox WHERE id = ANY($1)', [rows.map((row) => row.id)]);
}

export const connect = () => producer.connect();
