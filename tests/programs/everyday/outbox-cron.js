const cron = require('node-cron');
const { Pool } = require('pg');
const { Kafka } = require('kafkajs');
const logger = require('./logger');

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const producer = new Kafka({ clientId: 'outbox', brokers: process.env.BROKERS.split(',') }).producer({
  transactionalId: 'outbox-relay',
  idempotent: true,
  maxInFlightRequests: 1,
});

const SELECT = 'SELECT id, topic, key, payload FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 200';

let busy = false;

async function relay() {
  const { rows } = await pool.query(SELECT);
  if (rows.length === 0) return 0;

  const tx = await producer.transaction();
  try {
    for (const row of rows) {
      await tx.send({ topic: row.topic, messages: [{ key: row.key, value: row.payload }] });
    }
  } catch (err) {
    await tx.abort().catch((e) => logger.error('outbox: abort failed', e));
    throw err;
  }
  await tx.commit();

  await pool.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', [rows.map((r) => r.id)]);
  return rows.length;
}

async function main() {
  await producer.connect();
  cron.schedule('*/5 * * * * *', async () => {
    if (busy) return;
    busy = true;
    try {
      const sent = await relay();
      if (sent) logger.info(`outbox: relayed ${sent} rows`);
    } catch (err) {
      // the pod is restarted with a fresh producer
      logger.error('outbox: relay failed, exiting', err);
      process.exit(1);
    } finally {
      busy = false;
    }
  });
}

main().catch((err) => {
  logger.error('outbox: cannot start', err);
  process.exit(1);
});
