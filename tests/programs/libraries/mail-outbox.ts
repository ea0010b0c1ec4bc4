import { Pool, type PoolClient } from 'pg';
import { Kafka } from 'kafkajs';
import { config } from './config';
import { log } from './log';

type Row = { id: string; topic: string; key: string; body: Buffer };

const pool = new Pool(config.pg);
const producer = new Kafka(config.kafka).producer({
  transactionalId: 'mail-outbox',
  idempotent: true,
  maxInFlightRequests: 1,
});

const NEXT = `SELECT id, topic, key, body FROM outbox WHERE sent_at IS NULL
  ORDER BY id LIMIT 200 FOR UPDATE SKIP LOCKED`;

async function relay(db: PoolClient): Promise<number> {
  const { rows } = await db.query<Row>(NEXT);
  if (rows.length === 0) return 0;

  const tx = await producer.transaction();
  try {
    for (const { topic, key, body } of rows) {
      await tx.send({ topic, messages: [{ key, value: body }] });
    }
    await db.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', [rows.map((row) => row.id)]);
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ abortErr }, 'outbox: kafka abort failed'));
    throw err;
  }
  await tx.commit();
  return rows.length;
}

/** At least once: a row whose database commit fails after the Kafka commit is relayed again by a later run. */
export async function relayOnce(): Promise<number> {
  const db = await pool.connect();
  let broken: Error | undefined;
  try {
    await db.query('BEGIN');
    const count = await relay(db);
    await db.query('COMMIT');
    return count;
  } catch (err) {
    await db.query('ROLLBACK').catch((rollbackErr: Error) => {
      broken = rollbackErr;
    });
    throw err;
  } finally {
    db.release(broken);
  }
}

export const connect = () => producer.connect();
