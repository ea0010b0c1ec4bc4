'use strict';

// Passages of barges through the canal locks.
const Kafka = require('node-rdkafka');

const TIMEOUT = 12000;

const Verdict = Object.freeze({ AGAIN: 'again', ABORT: 'abort', FATAL: 'fatal' });

function classify(err) {
  if (err.isTxnRequiresAbort) return Verdict.ABORT;
  if (err.isRetriable) return Verdict.AGAIN;
  return Verdict.FATAL;
}

module.exports = function lockKeeper(brokers, lock) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `lock-${lock}`,
    'enable.idempotence': true,
  });

  function quit(reason, done) {
    producer.disconnect(5000, (err) => {
      if (err) console.error('lock %s: not disconnected', lock, err);
      done(reason);
    });
  }

  function rollBack(reason, left, done) {
    producer.abortTransaction(TIMEOUT, (err) => {
      if (!err) return done(reason);
      switch (classify(err)) {
        case Verdict.AGAIN:
          return left > 0 ? rollBack(reason, left - 1, done) : quit(reason, done);
        case Verdict.ABORT:
          return rollBack(reason, 3, done);
        default:
          return quit(reason, done);
      }
    });
  }

  function finish(left, done) {
    producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return done(null);
      switch (classify(err)) {
        case Verdict.AGAIN:
          return left > 0 ? finish(left - 1, done) : quit(err, done);
        case Verdict.ABORT:
          return rollBack(err, 3, done);
        default:
          return quit(err, done);
      }
    });
  }

  function pass(barges, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return quit(beginErr, done);
      try {
        barges.forEach((barge) =>
          producer.produce('canal.passages', null, Buffer.from(JSON.stringify({ lock, ...barge })), barge.mmsi),
        );
      } catch (err) {
        return rollBack(err, 3, done);
      }
      finish(5, done);
    });
  }

  return { producer, pass };
};
