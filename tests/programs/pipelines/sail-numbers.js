'use strict';

const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

module.exports = function sailNumbers(brokers) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'sail-numbers-0',
    'enable.idempotence': true,
  });

  function close(cause, done) {
    producer.disconnect(TIMEOUT, (closeErr) => {
      if (closeErr) console.error('not closed', closeErr);
      done(cause);
    });
  }

  function rollBack(cause, done) {
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) return close(cause, done);
      done(cause);
    });
  }

  function settle(resumes, done) {
    producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) {
        done(null);
      } else if (err.isTxnRequiresAbort) {
        rollBack(err, done);
      } else if (err.isRetriable && resumes < 10) {
        setImmediate(settle, resumes + 1, done);
      } else {
        close(err, done);
      }
    });
  }

  function assign(sail, boat, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        producer.produce('sails.assigned', null, Buffer.from(boat), sail);
      } catch (err) {
        return rollBack(err, done);
      }
      settle(0, done);
    });
  }

  return { producer, assign };
};
