'use strict';

const { EventEmitter } = require('node:events');
const { Producer } = require('node-rdkafka');

const TX_TIMEOUT = 12_000;
const RESUME_DELAY = 750;

/**
 * Writes one transaction per scanned parcel, strictly one after the other.
 * Emits 'error' once and is of no use afterwards.
 */
class ParcelTracker extends EventEmitter {
  #producer;
  #queue = [];
  #busy = false;

  constructor(brokers, depot) {
    super();
    this.#producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `parcel-tracker-${depot}`,
    });
  }

  connect(done) {
    this.#producer.connect({}, (err) => {
      if (err) return done(err);
      this.#producer.initTransactions(TX_TIMEOUT, done);
    });
  }

  track(scan) {
    this.#queue.push(scan);
    if (!this.#busy) this.#next();
  }

  #next() {
    const scan = this.#queue.shift();
    if (scan === undefined) {
      this.#busy = false;
      this.emit('idle');
      return;
    }
    this.#busy = true;
    this.#producer.beginTransaction((beginErr) => {
      if (beginErr) return this.#stop(beginErr);
      try {
        this.#producer.produce('parcels.scans', null, Buffer.from(JSON.stringify(scan)), scan.parcel);
        this.#producer.produce('depots.load', null, Buffer.from(String(scan.weight)), scan.depot);
      } catch (produceErr) {
        return this.#rollBack(produceErr);
      }
      this.#commit(4);
    });
  }

  #commit(resumes) {
    this.#producer.commitTransaction(TX_TIMEOUT, (err) => {
      if (!err) return this.#next();
      if (err.isTxnRequiresAbort) return this.#rollBack(err);
      if (err.isRetriable && resumes > 0) {
        setTimeout(() => this.#commit(resumes - 1), RESUME_DELAY);
        return;
      }
      this.#stop(err);
    });
  }

  #rollBack(cause) {
    this.#producer.abortTransaction(TX_TIMEOUT, (abortErr) => {
      if (abortErr) console.error('parcels: abort failed', abortErr.message);
      this.#stop(cause);
    });
  }

  #stop(cause) {
    this.#producer.disconnect(2000, () => this.emit('error', cause));
  }
}

module.exports = ParcelTracker;
