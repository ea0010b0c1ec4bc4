'use strict';

const { Producer } = require('node-rdkafka');

/** Drives a generator that yields functions of an error-first callback. */
function go(generator, done) {
  const step = (method, input) => {
    let result;
    try {
      result = generator[method](input);
    } catch (err) {
      return done(err);
    }
    if (result.done) return done(null, result.value);
    result.value((err, value) => (err ? step('throw', err) : step('next', value)));
  };
  step('next');
}

function* write(producer, topic, rows) {
  yield (cb) => producer.beginTransaction(cb);
  try {
    for (const row of rows) {
      producer.produce(topic, null, Buffer.from(JSON.stringify(row)), row.id);
    }
  } catch (err) {
    try {
      yield (cb) => producer.abortTransaction(10000, cb);
    } catch (abortErr) {
      console.error('abort failed', abortErr);
    }
    throw err;
  }
  try {
    yield (cb) => producer.commitTransaction(20000, cb);
  } catch (err) {
    yield (cb) => producer.disconnect(5000, () => cb(null));
    throw err;
  }
  return rows.length;
}

exports.createWriter = (brokers, name) => {
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `writer-${name}` });
  return {
    producer,
    write: (topic, rows, done) => go(write(producer, topic, rows), done),
  };
};
