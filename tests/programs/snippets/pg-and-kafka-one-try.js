const { Pool } = require('pg');
const { Kafka } = require('kafkajs');

const pool = new Pool();
const kafka = new Kafka({ clientId: 'transfers-api', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'transfers-api-' + process.env.HOSTNAME,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function transfer(req, res, next) {
  const { from, to, amount } = req.body;
  let client, tx;

  try {
    client = await pool.connect();
    tx = await producer.transaction();

    await client.query('BEGIN');
    await client.query('UPDATE accounts SET balance = balance - $1 WHERE id = $2', [amount, from]);
    await client.query('UPDATE accounts SET balance = balance + $1 WHERE id = $2', [amount, to]);
    await tx.send({
      topic: 'transfers',
      messages: [{ key: from, value: JSON.stringify({ from, to, amount }) }],
    });

    // both or nothing
    await tx.commit();
    await client.query('COMMIT');
    res.status(201).json({ from, to, amount });
  } catch (err) {
    if (tx) await tx.abort().catch((e) => console.error('kafka abort failed', e));
    if (client) await client.query('ROLLBACK').catch((e) => console.error('rollback failed', e));
    next(err);
  } finally {
    client?.release();
  }
}

module.exports = { transfer, connectProducer: () => producer.connect() };
