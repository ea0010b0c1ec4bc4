'use strict';

const Kafka = require('node-rdkafka');

const LEGS = Object.freeze(['swim', 'bike', 'run']);
const INIT_MS = 20000;
const END_MS = 10000;

class LegClock {
  constructor(brokers, race) {
    this.producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': `triathlon-${race}` });
  }

  start(cb) {
    this.producer.connect({}, (err) => (err ? cb(err) : this._init(5, cb)));
  }

  _init(left, cb) {
    this.producer.initTransactions(INIT_MS, (err) => {
      if (err && err.isRetriable && left > 0) {
        setTimeout(() => this._init(left - 1, cb), 2000);
        return;
      }
      cb(err || null);
    });
  }

  record(athlete, times, cb) {
    const { producer } = this;
    producer.beginTransaction((err) => {
      if (err) return cb(err);
      try {
        LEGS.forEach((leg) => {
          if (!Number.isInteger(times[leg])) throw new RangeError(`no time of ${athlete} for ${leg}`);
          producer.produce(`triathlon.${leg}`, null, Buffer.from(String(times[leg])), athlete);
        });
      } catch (e) {
        return this._abort(e, cb);
      }
      producer.commitTransaction(END_MS, (commitErr) => {
        if (!commitErr) return cb(null);
        return commitErr.isTxnRequiresAbort ? this._abort(commitErr, cb) : this._close(commitErr, cb);
      });
    });
  }

  _abort(cause, cb) {
    this.producer.abortTransaction(END_MS, (err) => (err ? this._close(cause, cb) : cb(cause)));
  }

  _close(cause, cb) {
    this.producer.disconnect(() => cb(cause));
  }
}

module.exports = { LegClock };
