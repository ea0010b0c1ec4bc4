'use strict';

const Kafka = require('node-rdkafka');

const settings = { 'metadata.broker.list': 'kafka-1:9092,kafka-2:9092' };

const consumer = new Kafka.KafkaConsumer(
  Object.assign({ 'group.id': 'receipt-ocr', 'enable.auto.commit': false }, settings),
  { 'auto.offset.reset': 'earliest' },
);
const producer = new Kafka.Producer(Object.assign({ 'transactional.id': 'receipt-ocr-0' }, settings));

const P = (obj, method, ...args) =>
  new Promise((resolve, reject) => obj[method](...args, (err, out) => (err ? reject(err) : resolve(out))));

const consume = (n) => new Promise((res, rej) => consumer.consume(n, (err, batch) => (err ? rej(err) : res(batch))));
const begin = () => new Promise((res, rej) => producer.beginTransaction((err) => (err ? rej(err) : res())));
const commit = () => new Promise((res, rej) => producer.commitTransaction(20000, (err) => (err ? rej(err) : res())));
const abort = () => new Promise((res, rej) => producer.abortTransaction(20000, (err) => (err ? rej(err) : res())));
const addOffsets = (offsets) =>
  new Promise((res, rej) =>
    producer.sendOffsetsToTransaction(offsets, consumer, 10000, (err) => (err ? rej(err) : res())),
  );

exports.step = async function step(recognise) {
  const batch = await consume(50);
  if (batch.length === 0) return 0;

  const texts = await Promise.all(batch.map(({ value }) => recognise(value)));

  await begin();
  try {
    texts.forEach((text, i) => producer.produce('receipts.text', null, Buffer.from(text), batch[i].key));
    await addOffsets(consumer.position());
  } catch (err) {
    await abort().catch((abortErr) => console.error('receipts: abort failed', abortErr));
    throw err;
  }
  try {
    await commit();
  } catch (err) {
    await P(producer, 'disconnect', 5000);
    throw err;
  }
  return batch.length;
};
