'use strict';

const rd = require('node-rdkafka');

const TIMEOUT = 12000;

/** Writes the cuts of one log; all of them or none. */
class CutWriter {
  #producer;

  constructor(brokers, saw) {
    this.#producer = new rd.HighLevelProducer({
      'metadata.broker.list': brokers,
      'transactional.id': `sawmill-${saw}`,
      'enable.idempotence': true,
    });
  }

  open(done) {
    this.#producer.connect({}, (err) => (err ? done(err) : this.#producer.initTransactions(TIMEOUT, done)));
  }

  write(cuts, done) {
    this.#producer.beginTransaction((err) => {
      if (err) return done(err);
      this.#next(cuts, 0, (sendErr) => (sendErr ? this.#rollBack(sendErr, done) : this.#commit(done)));
    });
  }

  #next(cuts, index, cb) {
    if (index === cuts.length) return cb(null);
    this.#deliver(cuts[index], 3, (err) => (err ? cb(err) : this.#next(cuts, index + 1, cb)));
  }

  #deliver(cut, left, cb) {
    const report = (err) => {
      if (!err) return cb(null);
      if (left === 0) return cb(err);
      setTimeout(() => this.#deliver(cut, left - 1, cb), 400);
    };
    try {
      this.#producer.produce('sawmill.cuts', null, Buffer.from(JSON.stringify(cut)), cut.log, Date.now(), report);
    } catch (err) {
      cb(err);
    }
  }

  #commit(done) {
    this.#producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return this.#rollBack(err, done);
      this.#producer.disconnect(() => done(err));
    });
  }

  #rollBack(cause, done) {
    this.#producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (!abortErr) return done(cause);
      this.#producer.disconnect(() => done(cause));
    });
  }
}

module.exports = { CutWriter };
