'use strict';

const { promisify } = require('node:util');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const TIMEOUT = 10000;
const RESUMES = 4;

const consumer = new KafkaConsumer(
  { 'metadata.broker.list': process.env.KAFKA, 'group.id': 'whale-tracker', 'enable.auto.commit': false },
  {},
);
const producer = new Producer({ 'metadata.broker.list': process.env.KAFKA, 'transactional.id': 'whale-tracker-0' });

const [init, begin, sendOffsets, commit, abort, disconnect] = [
  'initTransactions',
  'beginTransaction',
  'sendOffsetsToTransaction',
  'commitTransaction',
  'abortTransaction',
  'disconnect',
].map((name) => promisify(producer[name].bind(producer)));

/** Makes the same call again while librdkafka says that it may be resumed. */
function resumed(call, left = RESUMES) {
  return call().catch((err) => {
    if (!err.isRetriable || left === 0) throw err;
    return resumed(call, left - 1);
  });
}

async function rollBack() {
  try {
    await resumed(() => abort(TIMEOUT));
  } catch (err) {
    console.error('sighting not rolled back, closing', err);
    await disconnect();
  }
}

async function track(message) {
  const { topic, partition, offset, key, value } = message;
  await begin();
  try {
    const { species, lat, lon } = JSON.parse(value.toString());
    producer.produce('whales.tracks', null, Buffer.from(`${species} ${lat.toFixed(3)} ${lon.toFixed(3)}`), key);
    await resumed(() => sendOffsets([{ topic, partition, offset: offset + 1 }], consumer, TIMEOUT));
  } catch (err) {
    await rollBack();
    throw err;
  }
  try {
    await resumed(() => commit(TIMEOUT));
  } catch (err) {
    if (err.isTxnRequiresAbort) await rollBack();
    else await disconnect();
    throw err;
  }
}

module.exports = { consumer, producer, start: () => resumed(() => init(TIMEOUT)), track };
