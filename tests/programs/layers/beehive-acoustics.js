'use strict';

const Kafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;
const TIMEOUT = 10000;

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA,
  'transactional.id': 'beehive-acoustics',
  'queue.buffering.max.messages': 20000,
});
producer.setPollInterval(50);

/** Frames go out one by one; when librdkafka's own queue is full, the same frame waits for its turn. */
function produceAll(frames, done) {
  const step = (index) => {
    for (let i = index; i < frames.length; i += 1) {
      try {
        producer.produce('bees.frames', null, frames[i].samples, frames[i].hive);
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) return done(err);
        producer.poll();
        return setTimeout(step, 100, i);
      }
    }
    return done(null);
  };
  step(0);
}

const close = (reason, done) => producer.disconnect(TIMEOUT, () => done(reason));

function rollBack(reason, done) {
  producer.abortTransaction(TIMEOUT, (err) => (err ? close(reason, done) : done(reason)));
}

function commit(tries, done) {
  producer.commitTransaction(TIMEOUT, (err) => {
    switch (true) {
      case !err:
        return done(null);
      case Boolean(err.isTxnRequiresAbort):
        return rollBack(err, done);
      case Boolean(err.isRetriable) && tries > 1:
        return commit(tries - 1, done);
      default:
        return close(err, done);
    }
  });
}

function record(frames, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return close(beginErr, done);
    produceAll(frames, (err) => (err ? rollBack(err, done) : commit(4, done)));
  });
}

module.exports = { producer, record };
