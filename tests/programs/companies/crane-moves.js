'use strict';

const rdkafka = require('node-rdkafka');
const { createLogger } = require('./logger');

const log = createLogger('crane-moves');

const CATEGORY = Object.freeze({ TIMEOUT: 'timeout', ABORT: 'abort', FATAL: 'fatal' });

function categoryOf(err) {
  if (err.isTxnRequiresAbort) return CATEGORY.ABORT;
  if (err.isRetriable) return CATEGORY.TIMEOUT;
  return CATEGORY.FATAL;
}

class CraneMoves {
  constructor({ brokers, quay, timeout = 6_000 }) {
    this.timeout = timeout;
    this.healthy = true;
    this.producer = new rdkafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `crane-moves-${quay}`,
      'enable.idempotence': true,
    });
  }

  start(done) {
    this.producer.connect({}, (err) => {
      if (err) return done(err);
      this.producer.initTransactions(this.timeout, done);
    });
  }

  stop(done) {
    this.healthy = false;
    this.producer.disconnect(this.timeout, done);
  }

  record(moves, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        moves.forEach((move) =>
          this.producer.produce('cranes.moves', null, Buffer.from(JSON.stringify(move)), move.container),
        );
      } catch (err) {
        return this.cancel(err, done);
      }
      this.producer.commitTransaction(this.timeout, (err) => {
        if (!err) return done(null);
        switch (categoryOf(err)) {
          case CATEGORY.TIMEOUT:
            log.warn('commit timed out, rolling the moves back', err);
            return this.cancel(err, done);
          case CATEGORY.ABORT:
            return this.cancel(err, done);
          default:
            return this.stop(() => done(err));
        }
      });
    });
  }

  cancel(cause, done) {
    this.producer.abortTransaction(this.timeout, (abortErr) => {
      if (!abortErr) return done(cause);
      log.error('abort failed, closing the producer', abortErr);
      this.stop(() => done(cause));
    });
  }
}

module.exports = { CraneMoves, CATEGORY };
