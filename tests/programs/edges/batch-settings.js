'use strict';

const { randomUUID } = require('node:crypto');
const { Producer } = require('node-rdkafka');

const settings = {
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'enable.idempotence': true,
  'compression.codec': 'lz4',
};

const worker = Number.parseInt(process.env.WORKER_INDEX ?? '', 10);
if (Number.isNaN(worker)) {
  throw new Error('WORKER_INDEX is not set');
}
settings['client.id'] = `energy-meter-batches`;
settings['transactional.id'] = `energy-meter-batches-${worker}`;

const producer = new Producer(settings);

function open(callback) {
  producer.once('ready', () => {
    producer.initTransactions(30000, (err) => callback(err || null));
  });
  producer.connect({ timeout: 10000 }, (err) => {
    if (err) callback(err);
  });
}

function write(batch, callback) {
  const correlation = randomUUID();
  producer.beginTransaction((beginErr) => {
    if (beginErr) return callback(beginErr);
    try {
      for (const { meter, wh } of batch) {
        producer.produce('energy.readings', null, Buffer.from(String(wh)), meter, Date.now(), undefined, [{ correlation }]);
      }
    } catch (err) {
      return rollBack(err, callback);
    }
    return producer.commitTransaction(30000, (err) => {
      if (err && err.isTxnRequiresAbort) return rollBack(err, callback);
      return callback(err || null, correlation);
    });
  });
}

function rollBack(reason, callback) {
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) {
      reason.message += ` (and the abort failed: ${abortErr.message})`;
    }
    callback(reason);
  });
}

module.exports = { open, write, close: (done) => producer.disconnect(done) };
