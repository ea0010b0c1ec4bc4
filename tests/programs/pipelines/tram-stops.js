'use strict';

const { promisify } = require('node:util');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const TIMEOUT = 5000;

const consumer = new KafkaConsumer({
  'metadata.broker.list': 'kafka:9092',
  'group.id': 'tram-stops',
  'enable.auto.commit': false,
});
const producer = new Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'tram-stops-0',
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

async function addOffsets(offsets) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sendOffsets(offsets, consumer, TIMEOUT);
      return;
    } catch (err) {
      if (!err.isRetriable || attempt === 5) throw err;
    }
  }
}

async function announce({ topic, partition, offset, key, value }) {
  await begin();
  try {
    producer.produce('trams.stops', null, value, key);
    await addOffsets([{ topic, partition, offset: offset + 1 }]);
  } catch (err) {
    await abort(TIMEOUT).catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await commit(TIMEOUT);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await abort(TIMEOUT).catch((abortErr) => console.error('abort failed', abortErr));
    } else {
      await disconnect(TIMEOUT);
    }
    throw err;
  }
}

async function open() {
  await promisify(producer.connect.bind(producer))({});
  await promisify(producer.initTransactions.bind(producer))(TIMEOUT);
}

module.exports = { announce, open };
