'use strict';

const Kafka = require('node-rdkafka');

const TIMEOUT = 20000;

function createDikeWriter(brokers, polder) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `dike-sensors-${polder}`,
  });

  const open = (done) =>
    producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(TIMEOUT, done)));

  const rollBack = (cause, done) =>
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) console.error('abort failed', abortErr);
      done(cause);
    });

  const write = (levels, done) => {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        Object.entries(levels).forEach(([sensor, level]) =>
          producer.produce('dike.levels', null, Buffer.from(String(level)), sensor),
        );
      } catch (err) {
        return rollBack(err, done);
      }
      producer.commitTransaction(TIMEOUT, (err) => (err ? rollBack(err, done) : done(null)));
    });
  };

  return { open, write };
}

module.exports = { createDikeWriter };
