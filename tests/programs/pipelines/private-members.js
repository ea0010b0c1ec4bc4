'use strict';

const { Producer } = require('node-rdkafka');

class Lighthouse {
  #producer;

  constructor(brokers, name) {
    this.#producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `lighthouse-${name}`,
      'enable.idempotence': true,
    });
  }

  open(done) {
    this.#producer.connect({}, (err) => (err ? done(err) : this.#init(done)));
  }

  #init(done) {
    this.#producer.initTransactions(30000, (err) => {
      if (err) {
        setTimeout(() => this.#init(done), 2000);
        return;
      }
      done(null);
    });
  }

  flash(signal, done) {
    this.#producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        this.#producer.produce('lighthouse.flashes', null, Buffer.from(signal));
      } catch (err) {
        return this.#rollBack(err, done);
      }
      this.#producer.commitTransaction(10000, (err) => {
        if (err && err.isTxnRequiresAbort) return this.#rollBack(err, done);
        done(err || null);
      });
    });
  }

  #rollBack(cause, done) {
    this.#producer.abortTransaction(10000, (abortErr) => {
      if (abortErr) console.error('abort failed', abortErr);
      done(cause);
    });
  }
}

module.exports = { Lighthouse };
