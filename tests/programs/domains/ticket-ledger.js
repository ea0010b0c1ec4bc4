const { Kafka } = require('kafkajs');
const knex = require('knex')({ client: 'pg', connection: process.env.DATABASE_URL });

const producer = new Kafka({ clientId: 'tickets', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'ticket-ledger',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function claimRows(limit) {
  const trx = await knex.transaction();
  try {
    const rows = await trx('tickets').where({ exported: false }).limit(limit).forUpdate();
    await trx('tickets').whereIn('id', rows.map((r) => r.id)).update({ exported: true });
    await trx.commit();
    return rows;
  } catch (err) {
    await trx.rollback();
    throw err;
  }
}

async function announce(rows) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'tickets.ledger',
      messages: rows.map((row) => ({ key: String(row.id), value: JSON.stringify(row) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('kafka abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.exportTickets = async function exportTickets(limit = 100) {
  let rows;
  for (let tries = 0; !rows; tries++) {
    try {
      rows = await claimRows(limit);
    } catch (err) {
      if (tries === 3 || err.code !== '40001') throw err; // serialization failure
    }
  }
  if (rows.length > 0) await announce(rows);
  return rows.length;
};

exports.connect = () => producer.connect();
