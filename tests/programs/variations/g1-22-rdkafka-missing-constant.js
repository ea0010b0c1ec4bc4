'use strict';

const Kafka = require('node-rdkafka');
const stats = require('./stats');

const { ERRORS } = Kafka.CODES;

const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'ski-passes-0',
  'enable.idempotence': true,
});

function abort(reason, done) {
  producer.abortTransaction(8000, (abortErr) => {
    done(abortErr ? new AggregateError([reason, abortErr], 'passes not rolled back') : reason);
  });
}

function count(err) {
  if (err.code === ERRORS.ERR_TRANSACTION_ABORTABLE) {
    stats.increment('kafka.commit.abortable');
  } else if (err.code === ERRORS.ERR__FENCED) {
    stats.increment('kafka.commit.fenced');
  } else {
    stats.increment('kafka.commit.failed');
  }
}

function sell(passes, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      passes.forEach((pass) => producer.produce('ski.passes', null, Buffer.from(pass.days), pass.skier));
    } catch (err) {
      return abort(err, done);
    }
    producer.commitTransaction(8000, (err) => {
      if (!err) return done(null);
      count(err);
      if (err.isTxnRequiresAbort) return abort(err, done);
      done(err);
    });
  });
}

module.exports = { producer, sell };
