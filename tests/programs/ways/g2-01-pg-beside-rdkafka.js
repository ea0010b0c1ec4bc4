'use strict';

const { promisify } = require('util');
const { Pool } = require('pg');
const { Producer } = require('node-rdkafka');

const pool = new Pool();
const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': 'wishlist-outbox',
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

class Session {
  constructor(client) {
    this.client = client;
  }

  beginTransaction() {
    return this.client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
  }

  commitTransaction() {
    return this.client.query('COMMIT');
  }

  abortTransaction() {
    return this.client.query('ROLLBACK');
  }
}

async function takeOutbox(limit) {
  const client = await pool.connect();
  const session = new Session(client);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await session.beginTransaction();
    try {
      const { rows } = await client.query('DELETE FROM outbox WHERE id IN (SELECT id FROM outbox LIMIT $1) RETURNING *', [limit]);
      await session.commitTransaction();
      client.release();
      return rows;
    } catch (err) {
      await session.abortTransaction();
      console.warn('serialization failure?', err.code);
    }
  }
  client.release();
  return [];
}

async function publish(rows) {
  await begin();
  try {
    for (const row of rows) {
      producer.produce(row.topic, null, Buffer.from(row.payload), row.key);
    }
  } catch (err) {
    await abort(5000).catch((abortErr) => console.error('kafka: abort failed', abortErr));
    throw err;
  }
  try {
    await commit(10000);
  } catch (err) {
    await disconnect(5000);
    throw err;
  }
}

module.exports = { producer, relay: async () => publish(await takeOutbox(100)) };
