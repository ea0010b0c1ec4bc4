'use strict';

const { EventEmitter } = require('node:events');
const { RdKafka } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 8000;
const MAX_READINGS = 500;

/** Collects readings and writes them every few seconds, one transaction for each batch. */
class IceMeter extends EventEmitter {
  constructor(brokers, rink, everyMs) {
    super();
    this.batch = [];
    this.everyMs = everyMs;
    this.timer = null;
    this.closed = false;
    this.producer = new RdKafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': `ice-${rink}` });
  }

  add(reading) {
    if (this.closed) throw new Error('the ice meter is closed');
    if (this.batch.length === MAX_READINGS) throw new Error('too many readings are waiting');
    this.batch.push(reading);
    this.timer ??= setTimeout(() => this.flush(), this.everyMs);
  }

  flush() {
    const readings = this.batch.splice(0);
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return this.close(beginErr);
      try {
        for (const { probe, celsius, at } of readings) {
          this.producer.produce('ice.temperatures', -1, Buffer.from(celsius.toFixed(2)), probe, at);
        }
      } catch (err) {
        return this.rollBack(err);
      }
      this.commit(3, readings.length);
    });
  }

  commit(resumesLeft, count) {
    this.producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) {
        this.timer = this.batch.length > 0 ? setTimeout(() => this.flush(), this.everyMs) : null;
        this.emit('written', count);
      } else if (err.isTxnRequiresAbort) {
        this.rollBack(err);
      } else if (err.isRetriable && resumesLeft > 0) {
        this.commit(resumesLeft - 1, count);
      } else {
        this.close(err);
      }
    });
  }

  /** A failed batch is not written again by itself: the owner hears of it and the meter closes. */
  rollBack(cause) {
    this.producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) console.error('batch not rolled back', abortErr);
      this.close(cause);
    });
  }

  close(cause) {
    this.closed = true;
    this.producer.disconnect(TIMEOUT, () => this.emit('error', cause));
  }
}

module.exports = { IceMeter };
