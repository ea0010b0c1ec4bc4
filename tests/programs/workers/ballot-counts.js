'use strict';

const kafka = require('node-rdkafka');

const ATTEMPTS = 3;
const TIMEOUT = 15000;

const producer = new kafka.HighLevelProducer({
  'metadata.broker.list': 'ballots-1:9092,ballots-2:9092',
  'transactional.id': 'ballot-counts-' + process.env.CONSTITUENCY,
});

producer.setValueSerializer((v) => Buffer.from(JSON.stringify(v)));

/** Hands one count over and waits for its delivery. */
function deliver(count, attempt, done) {
  producer.produce('ballots.counts', null, count, count.office, Date.now(), (err, offset) => {
    if (err && attempt < ATTEMPTS) {
      console.warn('count of %s not delivered, attempt %d', count.office, attempt);
      deliver(count, attempt + 1, done);
      return;
    }
    done(err, offset);
  });
}

function deliverAll(counts, done) {
  let open = counts.length;
  let failed = null;
  if (open === 0) return process.nextTick(done, null);
  counts.forEach((count) => {
    deliver(count, 1, (err) => {
      failed = failed || err;
      open -= 1;
      if (open === 0) done(failed);
    });
  });
}

function rollBack(cause, done) {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    if (abortErr) console.error('abort failed', abortErr.message);
    done(cause);
  });
}

module.exports.publish = function publish(counts, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    deliverAll(counts, (sendErr) => {
      if (sendErr) return rollBack(sendErr, done);
      producer.commitTransaction(TIMEOUT, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
        done(commitErr || null);
      });
    });
  });
};
