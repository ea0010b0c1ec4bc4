'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'gym-visits', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'gym-visits' });
const producer = kafka.producer({
  transactionalId: 'gym-visits-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const next = (offset) => (BigInt(offset) + 1n).toString();

async function onScan({ topic, partition, message }) {
  const scan = JSON.parse(message.value.toString());
  const visit = { member: scan.card, gym: scan.gate.split('-')[0], at: message.timestamp };

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'gym.visits', messages: [{ key: visit.member, value: JSON.stringify(visit) }] });
    await tx.send({ topic: 'gym.load', messages: [{ key: visit.gym, value: '1' }] });
    await consumer.commitOffsets([{ topic, partition, offset: next(message.offset) }]);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'visit neither counted nor rolled back');
    }
    throw err;
  }
  await tx.commit();
}

async function run() {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'gym.scans' });
  await consumer.run({ autoCommit: false, eachMessage: onScan });
}

module.exports = { run };
