const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const knex = require('knex');

const db = knex({ client: 'pg', connection: process.env.DATABASE_URL });
const kafka = new Kafka({ kafkaJS: { clientId: 'outbox', brokers: process.env.BROKERS.split(',') } });

let running = Promise.resolve();

/** A mutex: one flush after the other, whatever became of the one before. */
const exclusively = (fn) => {
  const turn = running.then(fn);
  running = turn.then(
    () => {},
    () => {},
  );
  return turn;
};

async function publishRows(rows) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'outbox-relay' } });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      for (const { id, topic, payload } of rows) {
        await tx.send({ topic, messages: [{ key: String(id), value: payload, headers: { 'outbox-id': String(id) } }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('outbox: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}

const flush = () =>
  exclusively(async () => {
    const rows = await db('outbox').whereNull('sent_at').orderBy('id').limit(100);
    if (rows.length === 0) return 0;
    await publishRows(rows);
    await db('outbox')
      .whereIn('id', rows.map((row) => row.id))
      .update({ sent_at: db.fn.now() });
    return rows.length;
  });

module.exports = { flush };
