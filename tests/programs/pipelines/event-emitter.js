'use strict';

const { EventEmitter } = require('node:events');
const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

class BuoyRelay extends EventEmitter {
  constructor(brokers) {
    super();
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': 'buoy-relay-0',
    });
    this.producer.on('event.error', (err) => this.emit('error', err));
  }

  open() {
    this.producer.connect({}, (err) => {
      if (err) return this.emit('error', err);
      this.producer.initTransactions(TIMEOUT, (initErr) => {
        if (initErr) return this.quit(initErr);
        this.emit('open');
      });
    });
  }

  write(buoy, waves) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return this.quit(beginErr);
      try {
        for (const wave of waves) {
          this.producer.produce('buoys.waves', null, Buffer.from(String(wave)), buoy);
        }
      } catch (err) {
        return this.rollBack(err);
      }
      this.producer.commitTransaction(TIMEOUT, (err) => {
        if (!err) return this.emit('written', buoy);
        if (err.isTxnRequiresAbort) return this.rollBack(err);
        this.quit(err);
      });
    });
  }

  rollBack(cause) {
    this.producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) return this.quit(cause);
      this.emit('error', cause);
    });
  }

  quit(cause) {
    this.producer.disconnect(() => this.emit('error', cause));
  }
}

module.exports = { BuoyRelay };
