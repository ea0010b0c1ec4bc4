'use strict';

const { HighLevelProducer } = require('node-rdkafka');

const TIMEOUT = 10000;

function createBridge(brokers, log) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': 'queue-bridge',
    'enable.idempotence': true,
  });

  const start = (done) =>
    producer.connect({}, (err) => {
      if (err) return done(err);
      producer.initTransactions(TIMEOUT, done);
    });

  const rollback = (reason, done) =>
    producer.abortTransaction(TIMEOUT, (err) => {
      if (err) log.error('abort failed', err);
      done(reason);
    });

  function forward(job, done) {
    const body = Buffer.from(JSON.stringify(job.payload));
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      producer.produce('bridge.jobs', null, body, job.id, Date.now(), (sendErr) => {
        if (sendErr) return rollback(sendErr, done);
        producer.commitTransaction(TIMEOUT, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return rollback(commitErr, done);
          if (commitErr) {
            log.error('commit failed', commitErr);
          }
          done(null, job.id);
        });
      });
    });
  }

  return { start, forward, stop: (done) => producer.disconnect(done) };
}

module.exports = { createBridge };
