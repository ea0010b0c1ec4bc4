'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const settled = (err, resolve, reject, value) => (err ? reject(err) : resolve(value));
const once = (fn) => new Promise((resolve, reject) => fn((err, value) => settled(err, resolve, reject, value)));

class NuggetLedger {
  #p;

  constructor(brokers, mine) {
    this.#p = new RdKafka.HighLevelProducer({ 'bootstrap.servers': brokers, 'transactional.id': `gold-${mine}` });
  }

  async open() {
    await once((cb) => this.#p.connect({}, cb));
    await once((cb) => this.#p.initTransactions(15000, cb));
  }

  #send({ id, grams }) {
    return once((cb) => this.#p.produce('gold.nuggets', null, Buffer.from(String(grams)), id, Date.now(), cb));
  }

  async #undo(cause) {
    try {
      await once((cb) => this.#p.abortTransaction(10000, cb));
    } catch (abortErr) {
      throw new AggregateError([cause, abortErr], 'nuggets neither entered nor rolled back');
    }
    throw cause;
  }

  async enter(nuggets) {
    await once((cb) => this.#p.beginTransaction(cb));
    const reports = [];
    try {
      for (const nugget of nuggets) reports.push(this.#send(nugget));
      await Promise.all(reports);
    } catch (err) {
      return this.#undo(err);
    }
    try {
      await once((cb) => this.#p.commitTransaction(10000, cb));
    } catch (err) {
      if (err.isTxnRequiresAbort) return this.#undo(err);
      await once((cb) => this.#p.disconnect(cb));
      throw err;
    }
    return reports.length;
  }
}

module.exports = { NuggetLedger };
