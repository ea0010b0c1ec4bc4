'use strict';

const { Kafka } = require('kafkajs');
const { resize } = require('./resize');

const kafka = new Kafka({ clientId: 'resizer', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'resizer' });
const producer = kafka.producer({ transactionalId: 'resizer-0', idempotent: true, maxInFlightRequests: 1 });

async function forward(topic, payload, value) {
  const { partition, message } = payload;
  const tx = await producer.transaction();
  try {
    await tx.send({ topic, messages: [{ key: message.key, value }] });
    await tx.sendOffsets({
      consumerGroupId: 'resizer',
      topics: [{ topic: payload.topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('image not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

async function eachMessage(payload) {
  try {
    await forward('images.small', payload, await resize(payload.message.value));
  } catch (err) {
    console.error('image goes to the dead letters', err.message);
    await forward('images.dead', payload, payload.message.value);
  }
}

exports.run = () => consumer.run({ autoCommit: false, eachMessage });
