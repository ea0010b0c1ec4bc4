'use strict';

const { once } = require('node:events');
const { promisify } = require('node:util');
const Kafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;
const TIMEOUT = 20000;

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': 'sensor-drift-0',
  'queue.buffering.max.messages': 10000,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const flush = promisify(producer.flush.bind(producer));

async function produce(sample) {
  const value = Buffer.from(JSON.stringify(sample));
  while (true) {
    try {
      producer.produce('sensors.drift', null, value, sample.sensor, sample.at);
      return;
    } catch (err) {
      if (err.code !== ERR__QUEUE_FULL) {
        throw err;
      }
      await flush(TIMEOUT);
    }
  }
}

exports.open = async () => {
  producer.connect();
  await once(producer, 'ready');
  await promisify(producer.initTransactions.bind(producer))(TIMEOUT);
};

exports.publish = async (samples) => {
  await begin();
  try {
    for await (const sample of samples) {
      await produce(sample);
    }
  } catch (err) {
    await abort(TIMEOUT).catch((abortErr) => console.error('drift not rolled back', abortErr));
    throw err;
  }
  await commit(TIMEOUT);
};
