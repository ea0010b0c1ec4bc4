'use strict';

const { randomUUID } = require('node:crypto');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const instance = () => ['runway-lights', process.env.RUNWAY, randomUUID().slice(0, 8)].join('-');

const base = { 'metadata.broker.list': 'tower-kafka:9092' };
const consumer = new KafkaConsumer({ ...base, 'group.id': 'runway-lights', 'enable.auto.commit': false }, {});
const producer = new Producer({ ...base, 'transactional.id': instance(), 'enable.idempotence': true });

const step = (fn) => new Promise((resolve, reject) => fn((err) => (err ? reject(err) : resolve())));

async function undo() {
  try {
    await step((cb) => producer.abortTransaction(7000, cb));
  } catch (err) {
    console.error('lights: abort failed', err.message);
  }
}

async function relay(message) {
  const { light, level } = JSON.parse(message.value.toString());
  await step((cb) => producer.beginTransaction(cb));
  try {
    producer.produce('runway.levels', null, Buffer.from(String(level)), light);
    consumer.commitMessageSync(message);
  } catch (err) {
    await undo();
    throw err;
  }
  try {
    await step((cb) => producer.commitTransaction(7000, cb));
  } catch (err) {
    if (err.isTxnRequiresAbort) await undo();
    else await step((cb) => producer.disconnect(cb));
    throw err;
  }
}

module.exports = { consumer, producer, relay };
