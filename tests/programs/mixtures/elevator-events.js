'use strict';

const { EventEmitter, once } = require('node:events');
const { RdKafka } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 12000;

/**
 * Emits 'stored' (count) and 'error' (err): there is no other way to learn of a failure.
 */
class ElevatorLog extends EventEmitter {
  #producer;

  constructor(brokers, building) {
    super();
    this.#producer = new RdKafka.Producer({
      'bootstrap.servers': brokers,
      'transactional.id': `elevators-${building}`,
    });
    this.#producer.on('event.error', (err) => console.warn('librdkafka', err.message));
  }

  open() {
    this.#producer.connect({}, (err) => {
      if (err) return this.emit('error', err);
      this.#producer.initTransactions(TIMEOUT, (initErr) => {
        if (initErr) this.emit('error', initErr);
        else this.emit('ready');
      });
    });
    return once(this, 'ready');
  }

  store(events) {
    this.#producer.beginTransaction((err) => {
      if (err) {
        this.emit('error', err);
        return;
      }
      try {
        for (const event of events) {
          this.#producer.produce('elevators', null, Buffer.from(JSON.stringify(event)), event.car);
        }
      } catch (produceErr) {
        this.#undo(produceErr);
        return;
      }
      this.#producer.commitTransaction(TIMEOUT, (commitErr) => {
        if (!commitErr) this.emit('stored', events.length);
        else if (commitErr.isTxnRequiresAbort) this.#undo(commitErr);
        else this.#giveUp(commitErr);
      });
    });
  }

  #undo(reason) {
    this.#producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) this.#giveUp(reason);
      else this.emit('error', reason);
    });
  }

  #giveUp(reason) {
    this.#producer.disconnect(5000, () => {
      this.emit('closed');
      this.emit('error', reason);
    });
  }
}

module.exports = ElevatorLog;
