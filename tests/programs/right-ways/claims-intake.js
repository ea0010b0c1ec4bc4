'use strict';

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'claims', brokers: [process.env.KAFKA || 'localhost:9092'] } });
const ledger = kafka.producer({ kafkaJS: { transactionalId: 'claims-intake-0', idempotent: true } });
// Without a transactional id: what it sends is visible whatever becomes of the transaction.
const deadLetters = kafka.producer({ kafkaJS: { acks: -1 } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'claims', autoCommit: false } });

class Rejected extends Error {}

function assess(claim) {
  if (!claim.policy) throw new Rejected('no policy');
  if (claim.cents > 50_000_00) throw new Rejected('above the limit of the automatic intake');
  return [
    { key: claim.policy, value: JSON.stringify({ claim: claim.id, cents: claim.cents }) },
    { key: claim.policy, value: JSON.stringify({ claim: claim.id, reserve: Math.ceil(claim.cents * 1.1) }) },
  ];
}

async function book(claim, position) {
  await ledger.transaction();
  try {
    await ledger.send({ topic: 'claims.booked', messages: assess(claim) });
    await ledger.sendOffsets({ consumer, topics: [position] });
  } catch (err) {
    await ledger.abort().catch((abortErr) => {
      // Not even given up: the reason why is no longer what matters most.
      throw new AggregateError([abortErr, err], `claim ${claim.id} is still open`);
    });
    throw err;
  }
  await ledger.commit();
}

async function intake({ topic, partition, message }) {
  const offset = String(Number(message.offset) + 1);
  try {
    await book(JSON.parse(message.value.toString()), { topic, partitions: [{ partition, offset }] });
  } catch (err) {
    if (!(err instanceof Rejected)) throw err;
    // The transaction has been aborted: letter first, then the offset, with no transaction open.
    await deadLetters.send({
      topic: 'claims.rejected',
      messages: [{ key: message.key, value: message.value, headers: { reason: err.message } }],
    });
    await consumer.commitOffsets([{ topic, partition, offset }]);
  }
}

async function main() {
  await Promise.all([ledger.connect(), deadLetters.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['claims.submitted'] });
  await consumer.run({
    eachMessage: (payload) =>
      intake(payload).catch((err) => {
        console.error('claims: giving up', err);
        process.exit(1);
      }),
  });
}

module.exports = { main };
