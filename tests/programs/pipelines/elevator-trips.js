'use strict';

const { promisify } = require('node:util');
const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

async function openProducer() {
  const raw = new Kafka.Producer({
    'metadata.broker.list': process.env.BROKERS,
    'transactional.id': 'elevator-trips-0',
  });
  const producer = {
    raw,
    begin: promisify(raw.beginTransaction.bind(raw)),
    commit: promisify(raw.commitTransaction.bind(raw)),
    abort: promisify(raw.abortTransaction.bind(raw)),
    close: promisify(raw.disconnect.bind(raw)),
  };
  await promisify(raw.connect.bind(raw))({});
  await promisify(raw.initTransactions.bind(raw))(TIMEOUT);
  return producer;
}

async function write(producer, trips) {
  await producer.begin();
  try {
    trips.forEach((trip) => producer.raw.produce('elevator.trips', null, Buffer.from(JSON.stringify(trip))));
  } catch (err) {
    await producer.abort(TIMEOUT).catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await producer.commit(TIMEOUT);
}

exports.upload = async function upload(trips) {
  for (let session = 1; ; session += 1) {
    const producer = await openProducer();
    try {
      await write(producer, trips);
      return;
    } catch (err) {
      if (!err.isRetriable || session === 3) {
        throw err;
      }
      console.warn(`session ${session} timed out, uploading again`);
    } finally {
      await producer.close(TIMEOUT);
    }
  }
};
