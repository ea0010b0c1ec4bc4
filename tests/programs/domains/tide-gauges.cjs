'use strict';

const { EventEmitter } = require('node:events');
const { Producer } = require('@confluentinc/kafka-javascript');

class TideGauge extends EventEmitter {
  constructor(brokers, harbour) {
    super();
    this.harbour = harbour;
    this.producer = new Producer({ 'bootstrap.servers': brokers, 'transactional.id': `tide-${harbour}` });
  }

  start() {
    this.producer.connect({}, (connectErr) => {
      if (connectErr) return this.emit('error', connectErr);
      this.producer.initTransactions(20000, (initErr) => {
        this.emit(initErr ? 'error' : 'ready', initErr);
      });
    });
    return this;
  }

  flush(levels) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return this.emit('error', beginErr);
      try {
        levels.forEach(({ at, cm }) => this.producer.produce('tide.levels', null, Buffer.from(String(cm)), this.harbour, at));
      } catch (produceErr) {
        return this.abandon(produceErr);
      }
      this.producer.commitTransaction(20000, (commitErr) => {
        if (!commitErr) return this.emit('flushed', levels.length);
        if (commitErr.isTxnRequiresAbort) return this.abandon(commitErr);
        this.producer.disconnect(() => this.emit('error', commitErr));
      });
    });
  }

  abandon(reason) {
    this.producer.abortTransaction(20000, (abortErr) => {
      this.emit('error', abortErr ? new AggregateError([reason, abortErr], 'levels not rolled back') : reason);
    });
  }
}

module.exports = TideGauge;
