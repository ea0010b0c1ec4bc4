const retry = require('async-retry');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'bookshop', brokers: ['books-kafka:9092'] });

const ledger = kafka.producer({ transactionalId: 'bookshop-ledger', idempotent: true, maxInFlightRequests: 1 });
const audit = kafka.producer({ allowAutoTopicCreation: false });

/** @param {import('kafkajs').Transaction} tx */
async function move(tx, { isbn, from, to, copies }) {
  await tx.send({
    topic: 'books.stock',
    messages: [
      { key: `${from}/${isbn}`, value: String(-copies) },
      { key: `${to}/${isbn}`, value: String(copies) },
    ],
  });
}

async function transact(moves) {
  const tx = await ledger.transaction();
  try {
    for (const each of moves) await move(tx, each);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('moves not rolled back', abortErr.message));
    throw err;
  }
  await tx.commit();
}

/** The audit trail is at least once: its consumer drops duplicates. */
function trail(moves, clerk) {
  const record = { topic: 'books.audit', messages: [{ key: clerk, value: JSON.stringify(moves) }] };
  return retry(() => audit.send(record), { retries: 5, minTimeout: 300 });
}

async function moveBooks(req, res, next) {
  try {
    await transact(req.body.moves);
    await trail(req.body.moves, req.user.name);
    res.status(204).end();
  } catch (err) {
    next(err);
  }
}

module.exports = { moveBooks, connect: () => Promise.all([ledger.connect(), audit.connect()]) };
