'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

const TIMEOUT = 10000;

const producer = new Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'kite-race-0',
  'enable.idempotence': true,
});
const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

exports.open = async function open() {
  await promisify(producer.connect.bind(producer))({});
  await promisify(producer.initTransactions.bind(producer))(TIMEOUT);
};

async function stage(laps) {
  await begin();
  try {
    for (const lap of laps) {
      producer.produce('kites.laps', null, Buffer.from(String(lap.seconds)), lap.kite);
    }
  } catch (err) {
    await abort(TIMEOUT).catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
}

exports.publish = async function publish(laps) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await stage(laps);
      break;
    } catch (err) {
      if (attempt === 5) {
        throw err;
      }
      console.warn(`attempt ${attempt} failed`, err.message);
    }
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
};
