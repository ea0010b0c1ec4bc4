'use strict';

const { Producer } = require('node-rdkafka');

const MAX_ABORTS = 5;

/** Runs a function that wants an error-first callback. */
const settle = (start) =>
  new Promise((resolve, reject) => {
    start((err, data) => (err ? reject(err) : resolve(data)));
  });

class FilingDesk {
  constructor(brokers, office) {
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `filings-${office}` });
  }

  async rollBack() {
    for (let attempt = 1; attempt <= MAX_ABORTS; attempt++) {
      try {
        return await settle((cb) => this.producer.abortTransaction(6000, cb));
      } catch (err) {
        console.error(`abort ${attempt} of ${MAX_ABORTS} failed`, err);
      }
    }
  }

  async file(filings) {
    await settle((cb) => this.producer.beginTransaction(cb));
    try {
      for (const f of filings) this.producer.produce('filings', null, f.document, f.taxpayer);
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    try {
      await settle((cb) => this.producer.commitTransaction(20000, cb));
    } catch (err) {
      await settle((cb) => this.producer.disconnect(3000, cb)).catch((closeErr) =>
        console.error('disconnect failed', closeErr),
      );
      throw err;
    }
  }
}

module.exports = { FilingDesk };
