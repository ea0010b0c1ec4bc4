'use strict';

const { Kafka, logLevel } = require('kafkajs');
const { Pool } = require('pg');
const winston = require('winston');

const log = winston.createLogger({ transports: [new winston.transports.Console()] });
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const kafka = new Kafka({ clientId: 'outbox-relay', brokers: ['kafka:9092'], logLevel: logLevel.WARN });
const producer = kafka.producer({ transactionalId: 'outbox-relay-0', idempotent: true, maxInFlightRequests: 1 });

/** Publishes one batch of outbox rows; the database row lock is held until Kafka has committed. */
async function relayOnce(limit) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query(
      'SELECT id, topic, key, payload FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
      [limit],
    );
    if (rows.length > 0) {
      await publish(rows);
      await client.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', [rows.map((r) => r.id)]);
    }
    await client.query('COMMIT');
    return rows.length;
  } catch (err) {
    await client.query('ROLLBACK').catch((e) => log.warn('rollback failed', e));
    throw err;
  } finally {
    client.release();
  }
}

async function publish(rows) {
  const byTopic = new Map();
  for (const row of rows) {
    const messages = byTopic.get(row.topic) ?? [];
    messages.push({ key: row.key, value: row.payload, headers: { 'outbox-id': String(row.id) } });
    byTopic.set(row.topic, messages);
  }
  const transaction = await producer.transaction();
  try {
    await transaction.sendBatch({
      topicMessages: [...byTopic].map(([topic, messages]) => ({ topic, messages })),
    });
  } catch (err) {
    try {
      await transaction.abort();
    } catch (abortErr) {
      log.error('outbox transaction not aborted', abortErr);
    }
    throw err;
  }
  await transaction.commit();
}

async function main() {
  await producer.connect();
  for (;;) {
    const sent = await relayOnce(500);
    if (sent === 0) await new Promise((r) => setTimeout(r, 1000));
  }
}

main().catch((err) => {
  log.error('relay stopped', err);
  process.exit(1);
});
