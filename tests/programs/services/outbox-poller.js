const { setTimeout: sleep } = require('node:timers/promises');
const { Kafka } = require('kafkajs');
const { db } = require('./db');

const producer = new Kafka({ clientId: 'outbox', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'outbox-poller',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function flush(rows) {
  const tx = await producer.transaction();
  try {
    for (const row of rows) {
      await tx.send({ topic: row.topic, messages: [{ key: row.aggregate, value: row.payload }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('outbox: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

async function poll(signal) {
  while (!signal.aborted) {
    const { rows } = await db.query('SELECT * FROM outbox ORDER BY id LIMIT 200');
    if (rows.length === 0) {
      await sleep(500);
      continue;
    }
    await flush(rows);
    await db.query('DELETE FROM outbox WHERE id <= $1', [rows[rows.length - 1].id]);
  }
}

exports.run = async function run(signal) {
  await producer.connect();
  try {
    await poll(signal);
  } finally {
    await producer.disconnect();
  }
};
