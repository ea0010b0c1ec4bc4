'use strict';

const async = require('async');
const Kafka = require('node-rdkafka');
const { createTerminus } = require('@godaddy/terminus');
const log = require('./log');

const producer = new Kafka.Producer({ 'metadata.broker.list': 'kafka:9092', 'transactional.id': 'deposits' });

function rollBack(reason, done) {
  producer.abortTransaction(10000, (abortErr) => {
    if (!abortErr) return done(reason);
    log.error(abortErr, 'deposits not rolled back, closing');
    producer.disconnect(5000, () => done(reason));
  });
}

function commit(resumes, done) {
  producer.commitTransaction(20000, (err) => {
    if (!err) return done(null);
    if (err.isTxnRequiresAbort) return rollBack(err, done);
    if (err.isRetriable && resumes > 0) return commit(resumes - 1, done);
    producer.disconnect(5000, () => done(err));
  });
}

function produceAll(deposits, done) {
  // eachLimit hands an exception of its iteratee to nobody, so it is caught here
  async.eachLimit(deposits, 10, (deposit, next) => {
    try {
      producer.produce('bottles.deposits', null, Buffer.from(String(deposit.cents)), deposit.machine);
    } catch (err) {
      return next(err);
    }
    setImmediate(next);
  }, done);
}

exports.record = function record(deposits, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    produceAll(deposits, (err) => (err ? rollBack(err, done) : commit(3, done)));
  });
};

exports.attach = (server) =>
  createTerminus(server, {
    signals: ['SIGTERM', 'SIGINT'],
    onSignal: () => new Promise((resolve) => producer.disconnect(5000, resolve)),
  });

exports.open = (done) =>
  async.series([(cb) => producer.connect({}, cb), (cb) => producer.initTransactions(30000, cb)], done);
