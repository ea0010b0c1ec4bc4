'use strict';

const { Producer } = require('node-rdkafka');

const TIMEOUT = 10000;

const producer = new Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'bike-sheds-0',
  'enable.idempotence': true,
});

function rollBack(cause, done) {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    if (abortErr) console.error('abort failed', abortErr);
    done(cause);
  });
}

function park(shed, bike, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.send({ topic: 'sheds.bikes', messages: [{ key: shed, value: bike }] });
    } catch (err) {
      return rollBack(err, done);
    }
    producer.commitTransaction(TIMEOUT, (commitErr) => {
      if (!commitErr) return done(null);
      if (commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
      producer.disconnect(() => done(commitErr));
    });
  });
}

function open(done) {
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(TIMEOUT, done)));
}

module.exports = { open, park };
