const { setTimeout: sleep } = require('timers/promises');
const { Kafka } = require('kafkajs');
const { renew } = require('./renewals');

const GROUP = 'subscription-events';
const COORDINATOR_ERRORS = ['GROUP_COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR_FOR_GROUP', 'GROUP_LOAD_IN_PROGRESS'];

const kafka = new Kafka({ clientId: GROUP, brokers: process.env.KAFKA.split(' ') });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: `${GROUP}-tx`, idempotent: true, maxInFlightRequests: 1 });

/** Offsets may be sent again: unlike records they cannot be doubled. */
async function sendOffsets(tx, offsets, attemptsLeft = 5) {
  try {
    await tx.sendOffsets(offsets);
  } catch (err) {
    const { type } = err.cause ?? err;
    if (attemptsLeft <= 1 || !COORDINATOR_ERRORS.includes(type)) {
      throw err;
    }
    await sleep(300);
    await sendOffsets(tx, offsets, attemptsLeft - 1);
  }
}

async function onEvent({ topic, partition, message }) {
  const renewal = await renew(JSON.parse(message.value.toString()));
  const next = String(BigInt(message.offset) + 1n);
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'subscriptions.renewed', messages: [{ key: renewal.id, value: JSON.stringify(renewal) }] });
    await sendOffsets(tx, {
      consumerGroupId: GROUP,
      topics: [{ topic, partitions: [{ partition, offset: next }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.start = async () => {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['subscriptions.due'] });
  await consumer.run({ autoCommit: false, eachMessage: onEvent });
};
