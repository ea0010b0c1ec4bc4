'use strict';

const { CODES, HighLevelProducer } = require('node-rdkafka');

const { ERR__QUEUE_FULL, ERR__MSG_TIMED_OUT } = CODES.ERRORS;
const ABORT_TIMEOUT = 5000;

class PeatBogRecorder {
  constructor(brokers, bog) {
    this.bog = bog;
    this.producer = new HighLevelProducer({
      'metadata.broker.list': brokers,
      'transactional.id': `peat-bog-${bog}`,
    });
  }

  write(level, left, done) {
    const body = Buffer.from(JSON.stringify(level));
    this.producer.produce('peat.levels', null, body, this.bog, Date.now(), (err) => {
      const wait = err && (err.code === ERR__QUEUE_FULL || err.code === ERR__MSG_TIMED_OUT);
      if (wait && left > 0) {
        // the local queue is busy, give it a second
        setTimeout(() => this.write(level, left - 1, done), 1000);
        return;
      }
      done(err);
    });
  }

  undo(reason, done) {
    this.producer.abortTransaction(ABORT_TIMEOUT, (abortErr) => {
      if (abortErr) console.error('peat: abort failed', abortErr.message);
      done(reason);
    });
  }

  record(level, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      this.write(level, 3, (writeErr) => {
        if (writeErr) return this.undo(writeErr, done);
        this.producer.commitTransaction(10000, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return this.undo(commitErr, done);
          done(commitErr);
        });
      });
    });
  }
}

module.exports = PeatBogRecorder;
