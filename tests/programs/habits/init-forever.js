'use strict';

const EventEmitter = require('node:events');
const Kafka = require('node-rdkafka');

class LazyProducer extends EventEmitter {
  static #instance = null;

  static get instance() {
    return (LazyProducer.#instance ??= new LazyProducer());
  }

  constructor() {
    super();
    this.ready = false;
    this.producer = new Kafka.Producer({
      'metadata.broker.list': process.env.BROKERS,
      'transactional.id': 'irrigation-valves',
    });
  }

  start() {
    this.producer.connect({}, (err) => {
      if (err) return this.emit('error', err);
      this.initialise();
    });
  }

  initialise() {
    this.producer.initTransactions(10000, (err) => {
      if (err) {
        console.warn('transactions not ready: %s', err.message);
        setTimeout(() => this.initialise(), 3000).unref();
        return;
      }
      this.ready = true;
      this.emit('ready');
    });
  }

  switchValve(valve, open, done) {
    if (!this.ready) return done(new Error('not ready'));
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        this.producer.produce('valves', null, Buffer.from(open ? '1' : '0'), valve);
      } catch (err) {
        return this.producer.abortTransaction(5000, () => done(err));
      }
      this.producer.commitTransaction(15000, (commitErr) => {
        if (commitErr?.isTxnRequiresAbort) return this.producer.abortTransaction(5000, () => done(commitErr));
        done(commitErr);
      });
    });
  }
}

module.exports = LazyProducer;
