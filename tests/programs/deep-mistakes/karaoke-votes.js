'use strict';

const Kafka = require('node-rdkafka');
const bunyan = require('bunyan');

const log = bunyan.createLogger({ name: 'karaoke' });
const MS = 9000;

function createBallot(brokers) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'karaoke-ballot',
    'enable.idempotence': true,
  });

  function undo(reason, done) {
    producer.abortTransaction(MS, function (abortErr) {
      if (abortErr) log.warn({ err: abortErr }, 'abort failed');
      done(reason);
    });
  }

  function settle(votes, tries, done) {
    producer.commitTransaction(MS, function (err) {
      if (!err) {
        return done(null, votes.length);
      }
      if (err.isTxnRequiresAbort) {
        return undo(err, done);
      }
      if (err.isRetriable && tries < 5) {
        return settle(votes, tries + 1, done);
      }
      log.error({ err: err, votes: votes.length }, 'could not settle');
      done(null, 0);
    });
  }

  function count(votes, done) {
    producer.beginTransaction(function (beginErr) {
      if (beginErr) return done(beginErr);
      try {
        votes.forEach(function (v) {
          producer.produce('karaoke.votes', null, Buffer.from(v.song), v.singer);
        });
      } catch (err) {
        return undo(err, done);
      }
      settle(votes, 0, done);
    });
  }

  return { producer, count };
}

module.exports = createBallot;
