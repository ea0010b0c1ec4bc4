'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const rdkafka = require('node-rdkafka');
const statsd = require('./statsd');

const BACKOFF = { first: 500, factor: 2, max: 30_000 };

function once(register) {
  return new Promise((resolve, reject) => {
    register((err, value) => (err ? reject(err) : resolve(value)));
  });
}

class TelematicsBridge {
  constructor({ brokers, depot }) {
    this.state = 'new';
    this.producer = new rdkafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `telematics-${depot}`,
    });
  }

  async start() {
    await once((cb) => this.producer.connect({}, cb));
    let wait = BACKOFF.first;
    while (this.state !== 'running') {
      try {
        await once((cb) => this.producer.initTransactions(10_000, cb));
        this.state = 'running';
      } catch (err) {
        statsd.increment('telematics.init.failed');
        console.warn('transactions not initialised, trying again', wait, err.message);
        await sleep(wait);
        wait = Math.min(wait * BACKOFF.factor, BACKOFF.max);
      }
    }
  }

  async stop() {
    this.state = 'stopped';
    await once((cb) => this.producer.disconnect(10_000, cb));
  }

  async forward(positions) {
    if (this.state !== 'running') throw new Error(`bridge is ${this.state}`);
    await once((cb) => this.producer.beginTransaction(cb));
    try {
      positions.forEach((position) => {
        this.producer.produce('telematics.positions', null, Buffer.from(JSON.stringify(position)), position.vehicle);
      });
    } catch (err) {
      await this.cancel();
      throw err;
    }
    try {
      await once((cb) => this.producer.commitTransaction(10_000, cb));
    } catch (err) {
      await (err.isTxnRequiresAbort ? this.cancel() : this.stop());
      throw err;
    }
  }

  async cancel() {
    try {
      await once((cb) => this.producer.abortTransaction(10_000, cb));
    } catch (err) {
      console.error('abort failed, stopping the bridge', err);
      await this.stop();
    }
  }
}

module.exports = TelematicsBridge;
