'use strict';

const { EventEmitter } = require('node:events');
const { Producer } = require('node-rdkafka');

const State = Object.freeze({ IDLE: 'idle', OPEN: 'open', DOOMED: 'doomed', BROKEN: 'broken' });

/** A ledger of tolls as a state machine: idle -> open -> idle, open -> doomed -> idle, anything -> broken. */
class TollMachine extends EventEmitter {
  #state = State.IDLE;

  constructor({ brokers, plaza }) {
    super();
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `toll-machine-${plaza}`,
      'enable.idempotence': true,
    });
  }

  post(tolls, done) {
    if (this.#state !== State.IDLE) {
      return done(new Error(`the ledger is ${this.#state}`));
    }
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return this.#enter(State.BROKEN, beginErr, done);
      this.#state = State.OPEN;
      try {
        for (const toll of tolls) {
          this.producer.produce('tolls.posted', null, Buffer.from(JSON.stringify(toll)), toll.plate);
        }
      } catch (produceErr) {
        return this.#enter(State.DOOMED, produceErr, done);
      }
      this.#commit(4, done);
    });
  }

  #commit(resumes, done) {
    this.producer.commitTransaction(12000, (err) => {
      switch (true) {
        case !err:
          this.#state = State.IDLE;
          return done(null);
        case err.isTxnRequiresAbort:
          return this.#enter(State.DOOMED, err, done);
        case err.isRetriable && resumes > 0:
          return this.#commit(resumes - 1, done);
        default:
          return this.#enter(State.BROKEN, err, done);
      }
    });
  }

  #enter(state, cause, done) {
    this.#state = state;
    if (state === State.DOOMED) {
      this.producer.abortTransaction(12000, (abortErr) => {
        if (abortErr) return this.#enter(State.BROKEN, cause, done);
        this.#state = State.IDLE;
        done(cause);
      });
      return;
    }
    this.producer.disconnect(5000, () => {
      done(cause);
      this.emit('broken', cause);
    });
  }
}

module.exports = { TollMachine, State };
