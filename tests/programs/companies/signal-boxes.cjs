'use strict';

const { EventEmitter, once } = require('node:events');
const Kafka = require('node-rdkafka');

const defaults = {
  'enable.idempotence': true,
  'message.timeout.ms': 20_000,
  'transaction.timeout.ms': 45_000,
};

class SignalBoxWriter extends EventEmitter {
  constructor(config) {
    super();
    this.timeout = config.timeout ?? 8_000;
    this.producer = new Kafka.Producer({
      ...defaults,
      'metadata.broker.list': config.brokers,
      'transactional.id': `signal-box-${config.box}`,
    });
    this.producer.on('event.log', (entry) => console.debug(entry.message));
  }

  async start() {
    this.producer.connect();
    await once(this.producer, 'ready');
    await new Promise((resolve, reject) => {
      this.producer.initTransactions(this.timeout, (err) => (err ? reject(err) : resolve()));
    });
  }

  stop(done) {
    this.producer.disconnect(this.timeout, done);
  }

  record(aspects, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) {
        done(beginErr);
        return;
      }
      try {
        for (const aspect of aspects) {
          this.producer.produce('signals.aspects', null, Buffer.from(aspect.colour), aspect.signal);
        }
      } catch (produceErr) {
        this.rollBack(3, produceErr, done);
        return;
      }
      this.commit(3, done);
    });
  }

  commit(resumes, done) {
    this.producer.commitTransaction(this.timeout, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return this.rollBack(3, err, done);
      if (err.isRetriable && resumes > 0) return this.commit(resumes - 1, done);
      return this.giveUp(err, done);
    });
  }

  rollBack(resumes, cause, done) {
    this.producer.abortTransaction(this.timeout, (err) => {
      if (!err) return done(cause);
      if (err.isRetriable && resumes > 0) return this.rollBack(resumes - 1, cause, done);
      if (err.isTxnRequiresAbort && resumes > 0) {
        console.warn('the coordinator wants an abort, aborting once more');
        return this.rollBack(resumes - 1, cause, done);
      }
      return this.giveUp(cause, done);
    });
  }

  giveUp(cause, done) {
    this.producer.disconnect(this.timeout, (closeErr) => {
      if (closeErr) console.error('signal box: not closed', closeErr);
      this.emit('lost', cause);
      done(cause);
    });
  }
}

module.exports = { SignalBoxWriter };
