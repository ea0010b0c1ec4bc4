'use strict';

const Kafka = require('node-rdkafka');
const { setTimeout: delay } = require('node:timers/promises');

const consumer = new Kafka.KafkaConsumer(
  { 'group.id': 'ledger-mirror', 'metadata.broker.list': 'kafka:9092', 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);
const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'ledger-mirror',
});

const settle = (resolve, reject) => (err) => (err ? reject(err) : resolve());
const begin = () => new Promise((res, rej) => producer.beginTransaction(settle(res, rej)));
const commit = () => new Promise((res, rej) => producer.commitTransaction(20000, settle(res, rej)));
const abort = () => new Promise((res, rej) => producer.abortTransaction(20000, settle(res, rej)));
const sendOffsets = (offsets) =>
  new Promise((res, rej) => producer.sendOffsetsToTransaction(offsets, consumer, 10000, settle(res, rej)));

async function addOffsets(offsets) {
  let tries = 0;
  while (true) {
    try {
      return await sendOffsets(offsets);
    } catch (err) {
      tries += 1;
      if (!err.isRetriable || tries === 5) throw err;
      await delay(tries * 300);
    }
  }
}

async function mirror(messages) {
  await begin();
  try {
    for (const { key, value } of messages) {
      producer.produce('ledger.mirror', null, value, key);
    }
    await addOffsets(messages.map(({ topic, partition, offset }) => ({ topic, partition, offset: offset + 1 })));
  } catch (err) {
    await abort().catch((abortErr) => console.error('mirror: abort failed', abortErr));
    throw err;
  }
  await commit();
}

module.exports = { consumer, producer, mirror };
