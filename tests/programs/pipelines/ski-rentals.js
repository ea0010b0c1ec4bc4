'use strict';

const Kafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;
const TIMEOUT = 10000;

const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'ski-rentals-0',
  'queue.buffering.max.messages': 1000,
});

const close = (cause, done) => producer.disconnect(() => done(cause));

const rollBack = (cause, done) =>
  producer.abortTransaction(TIMEOUT, (abortErr) => (abortErr ? close(cause, done) : done(cause)));

/** Produces the rentals from an index on; a full queue is drained first. */
function produceFrom(rentals, index, done) {
  for (let i = index; i < rentals.length; i += 1) {
    try {
      producer.produce('skis.rented', null, Buffer.from(rentals[i].ski), rentals[i].customer);
    } catch (err) {
      if (err.code !== ERR__QUEUE_FULL) {
        done(err);
        return;
      }
      producer.flush(TIMEOUT, (flushErr) => (flushErr ? done(flushErr) : produceFrom(rentals, i, done)));
      return;
    }
  }
  done(null);
}

function rentAll(rentals, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    produceFrom(rentals, 0, (err) => {
      if (err) return rollBack(err, done);
      producer.commitTransaction(TIMEOUT, (commitErr) => {
        if (!commitErr) return done(null);
        if (commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
        close(commitErr, done);
      });
    });
  });
}

module.exports = { producer, rentAll };
