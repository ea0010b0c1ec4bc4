'use strict';

const { promisify } = require('node:util');
const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'snow-depths-0',
  'enable.idempotence': true,
});

const init = promisify(producer.initTransactions).bind(producer);
const begin = promisify(producer.beginTransaction).bind(producer);
const commit = promisify(producer.commitTransaction).bind(producer);
const abort = promisify(producer.abortTransaction).bind(producer);
const disconnect = promisify(producer.disconnect).bind(producer);

async function rollBack(resumesLeft) {
  try {
    await abort(8000);
  } catch (err) {
    if ((err.isRetriable || err.isTxnRequiresAbort) && resumesLeft > 0) {
      await rollBack(resumesLeft - 1);
      return;
    }
    console.error('abort failed, closing the producer', err);
    await disconnect(5000);
  }
}

exports.record = async function record(station, centimetres) {
  await begin();
  try {
    producer.produce('snow.depths', null, Buffer.from(String(centimetres)), station);
  } catch (err) {
    await rollBack(4);
    throw err;
  }
  try {
    await commit(8000);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await rollBack(4);
    } else {
      await disconnect(5000);
    }
    throw err;
  }
};

exports.init = () => init(30000);
