'use strict';

const Kafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;
const TIMEOUT = 10000;

function harvestWriter(brokers, orchard) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `harvest-${orchard}`,
    'queue.buffering.max.messages': 10000,
  });

  /** Hands the crates over one by one; a full local queue is drained first. */
  function enqueue(crates, from, done) {
    for (let i = from; i < crates.length; i++) {
      const value = Buffer.from(JSON.stringify(crates[i]));
      try {
        producer.produce('apples.crates', null, value, crates[i].row);
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) return done(err);
        producer.poll();
        setTimeout(enqueue, 50, crates, i, done);
        return;
      }
    }
    done(null);
  }

  function cancel(reason, done) {
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) return producer.disconnect(TIMEOUT, () => done(reason));
      done(reason);
    });
  }

  function record(crates, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      enqueue(crates, 0, (err) => {
        if (err) return cancel(err, done);
        producer.commitTransaction(TIMEOUT, (commitErr) => {
          if (!commitErr) return done(null);
          if (commitErr.isTxnRequiresAbort) return cancel(commitErr, done);
          producer.disconnect(TIMEOUT, () => done(commitErr));
        });
      });
    });
  }

  return { producer, record };
}

module.exports = harvestWriter;
