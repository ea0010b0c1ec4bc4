import { Pool, type PoolClient } from 'pg';
import { Kafka } from 'kafkajs';
import { logger } from './logger';

export interface RefundRequest {
  ticket: string;
  reason: 'cancelled' | 'illness' | 'goodwill';
}

export class UnknownTicket extends Error {
  readonly name = 'UnknownTicket';
}

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const kafka = new Kafka({ clientId: 'theatre-refunds', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const producer = kafka.producer({
  transactionalId: `theatre-refunds-${process.env.HOUSE ?? 'main'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function markRefunded(client: PoolClient, req: RefundRequest): Promise<number> {
  const { rows } = await client.query<{ cents: number }>(
    'UPDATE tickets SET refunded_at = now(), reason = $2 WHERE id = $1 AND refunded_at IS NULL RETURNING cents',
    [req.ticket, req.reason],
  );
  if (rows.length === 0) {
    throw new UnknownTicket(req.ticket);
  }
  return rows[0].cents;
}

/** The row is committed before the event becomes visible; the reconciler finds rows without an event. */
export async function refund(req: RefundRequest): Promise<number> {
  const tx = await producer.transaction();
  let client: PoolClient | undefined;
  let cents: number;
  try {
    client = await pool.connect();
    await client.query('BEGIN');
    cents = await markRefunded(client, req);
    await tx.send({
      topic: 'theatre.refunds',
      messages: [{ key: req.ticket, value: JSON.stringify({ ...req, cents }) }],
    });
    await client.query('COMMIT');
  } catch (err) {
    await client?.query('ROLLBACK').catch((e) => logger.warn({ e }, 'rollback failed'));
    await tx.abort().catch((e) => logger.warn({ e }, 'abort failed'));
    throw err;
  } finally {
    client?.release();
  }
  await tx.commit();
  return cents;
}

export const lifecycle = {
  up: () => producer.connect(),
  down: () => Promise.all([producer.disconnect(), pool.end()]),
};
