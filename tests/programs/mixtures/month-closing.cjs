const Knex = require('knex');
const {
  KafkaJS: { Kafka },
} = require('@confluentinc/kafka-javascript');

const knex = Knex({ client: 'pg', connection: process.env.PG_URL });
const producer = new Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP }).producer({
  'transactional.id': 'month-closing',
  'linger.ms': 5,
});

async function* postings(trx, month) {
  for (let page = 0; ; page++) {
    const rows = await trx('postings').where({ month }).orderBy('id').limit(500).offset(page * 500);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function undo(trx, reason) {
  trx.rollback(reason);
  await producer.abort().catch((err) => console.error('closing: abort failed', err));
}

async function closeMonth(month) {
  const tx = await producer.transaction();
  const trx = await knex.transaction().catch(async (err) => {
    await tx.abort().catch((abortErr) => console.error('closing: abort failed', abortErr));
    throw err;
  });

  let count = 0;
  try {
    for await (const rows of postings(trx, month)) {
      await tx.send({
        topic: 'ledger.closed',
        messages: rows.map((row) => ({ key: row.account, value: JSON.stringify(row) })),
      });
      count += rows.length;
    }
    await trx('months').where({ month }).update({ closed: true, count });
    await trx.commit();
  } catch (err) {
    await undo(trx, err);
    throw err;
  }

  await tx.commit();
  return count;
}

exports.closeMonth = closeMonth;
exports.connect = () => producer.connect();
exports.close = async () => {
  await producer.disconnect();
  await knex.destroy();
};
