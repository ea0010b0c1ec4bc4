'use strict';

const client = require('prom-client');
const { promisify } = require('node:util');
const { Producer, CODES } = require('node-rdkafka');

const outcomes = new client.Counter({ name: 'heat_tx_total', help: 'transactions', labelNames: ['outcome'] });
const duration = new client.Histogram({ name: 'heat_tx_seconds', help: 'time in a transaction' });

class HeatMeterSink {
  constructor(brokers, district) {
    const producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `heat-${district}`,
      'enable.idempotence': true,
    });
    this.producer = producer;
    this.begin = promisify(producer.beginTransaction).bind(producer);
    this.commit = promisify(producer.commitTransaction).bind(producer, 20000);
    this.abort = promisify(producer.abortTransaction).bind(producer, 20000);
    this.disconnect = promisify(producer.disconnect).bind(producer, 5000);
  }

  async write(readings) {
    const stop = duration.startTimer();
    try {
      await this.begin();
      await this.fill(readings);
      await this.finish();
      outcomes.inc({ outcome: 'committed' });
    } catch (err) {
      outcomes.inc({ outcome: err.code === CODES.ERRORS.ERR__FENCED ? 'fenced' : 'failed' });
      throw err;
    } finally {
      stop();
    }
  }

  async fill(readings) {
    try {
      for (const { meter, kwh } of readings) {
        this.producer.produce('heat.readings', null, Buffer.from(kwh.toFixed(3)), meter);
      }
    } catch (err) {
      await this.rollBack();
      throw err;
    }
  }

  async finish() {
    try {
      await this.commit();
    } catch (err) {
      if (err.isTxnRequiresAbort) await this.rollBack();
      else await this.disconnect().catch((e) => console.error('not closed', e));
      throw err;
    }
  }

  async rollBack() {
    await this.abort().catch((e) => {
      outcomes.inc({ outcome: 'abort-failed' });
      console.error('abort failed', e);
    });
  }
}

module.exports = { HeatMeterSink };
