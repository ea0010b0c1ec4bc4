'use strict';

const assert = require('node:assert');
const { promisify } = require('node:util');
const Kafka = require('node-rdkafka');

/** Collects clicks into one transaction until it is full; the owner calls flush() on its own clock. */
class ClickBatcher {
  constructor(config, { size = 1000 } = {}) {
    this.size = size;
    this.pending = 0;
    this.closed = false;
    this.producer = new Kafka.Producer({ ...config, 'transactional.id': `clicks-${config['client.id']}` });
    for (const name of ['connect', 'initTransactions', 'beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']) {
      this[name] = promisify(this.producer[name]).bind(this.producer);
    }
  }

  async start() {
    await this.connect({});
    await this.initTransactions(20000);
    return this;
  }

  async append(click) {
    assert(!this.closed, 'the batcher is closed');
    if (this.pending === 0) await this.beginTransaction();
    try {
      this.producer.produce('clicks', null, Buffer.from(click.url), click.session);
      this.pending += 1;
    } catch (err) {
      await this.drop();
      throw err;
    }
    if (this.pending >= this.size) await this.flush();
  }

  async flush() {
    if (this.pending === 0) return;
    this.pending = 0;
    try {
      await this.commitTransaction(15000);
    } catch (err) {
      if (err.isTxnRequiresAbort) await this.drop();
      else await this.close();
      throw err;
    }
  }

  async drop() {
    this.pending = 0;
    try {
      await this.abortTransaction(10000);
    } catch (abortErr) {
      console.error('clicks: abort failed, closing', abortErr);
      await this.close();
    }
  }

  async close() {
    if (this.closed) return;
    this.closed = true;
    await this.disconnect().catch((err) => console.error('clicks: disconnect failed', err));
  }
}

module.exports = (config, options) => new ClickBatcher(config, options).start();
