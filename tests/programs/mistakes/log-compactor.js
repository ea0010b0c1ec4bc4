'use strict';

const { Kafka } = require('kafkajs');
const { compact } = require('./compact');

const kafka = new Kafka({ clientId: 'compactor', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'compactor' });
const producer = kafka.producer({ transactionalId: 'compactor-0', idempotent: true, maxInFlightRequests: 1 });

async function eachMessage({ topic, partition, message }) {
  const next = (BigInt(message.offset) + 1n).toString();
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'logs.compact', messages: [{ key: message.key, value: compact(message.value) }] });
    await consumer.commitOffsets([{ topic, partition, offset: next }]);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('log line not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.run = () => consumer.run({ autoCommit: false, eachMessage });
