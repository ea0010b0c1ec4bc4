'use strict';

const { Producer } = require('node-rdkafka');
const logger = require('pino')();

const TIMEOUT = 10000;

const producer = new Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'cargo-claims-0',
  'enable.idempotence': true,
});

function rollBack(cause, done) {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    if (abortErr) logger.error({ err: abortErr }, 'abort failed');
    done(cause);
  });
}

function publish(claims, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      for (const claim of claims) {
        producer.produce('cargo.claims', null, Buffer.from(JSON.stringify(claim)), claim.vessel);
      }
    } catch (err) {
      return rollBack(err, done);
    }
    producer.commitTransaction(TIMEOUT, (err) => {
      if (err) {
        logger.error({ err, count: claims.length }, 'claims not committed');
      }
      done(null);
    });
  });
}

module.exports = { producer, publish };
