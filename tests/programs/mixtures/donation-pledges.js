'use strict';

const { Pool } = require('pg');
const { Kafka } = require('kafkajs');
const log = require('pino')({ name: 'pledges' });

const pool = new Pool({ max: 8 });
const producer = new Kafka({ clientId: 'pledges', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'donation-pledges',
  idempotent: true,
  maxInFlightRequests: 1,
});

const INSERT = 'INSERT INTO pledges (donor, charity, cents) VALUES ($1, $2, $3) RETURNING id';

async function pledge({ donor, charity, cents }) {
  const db = await pool.connect();
  let tx;
  try {
    await db.query('BEGIN');
    tx = await producer.transaction();
    const { rows } = await db.query(INSERT, [donor, charity, cents]);
    await tx.send({
      topic: 'pledges.made',
      messages: [{ key: charity, value: JSON.stringify({ id: rows[0].id, donor, cents }) }],
    });
    await tx.commit();
    await db.query('COMMIT');
    return rows[0].id;
  } catch (err) {
    await db.query('ROLLBACK').catch((e) => log.warn({ err: e }, 'rollback failed'));
    if (tx) {
      await tx.abort().catch((e) => log.warn({ err: e }, 'abort failed'));
    }
    throw err;
  } finally {
    db.release();
  }
}

module.exports = {
  pledge,
  connect: () => producer.connect(),
  close: () => Promise.all([producer.disconnect(), pool.end()]),
};
