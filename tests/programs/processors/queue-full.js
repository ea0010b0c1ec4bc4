const Kafka = require('node-rdkafka');
const { promisify } = require('util');
const { setTimeout: pause } = require('timers/promises');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;

class BulkLoader {
  #kafka;
  #tx;

  constructor(brokers, name) {
    this.#kafka = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `bulk-${name}`,
      'queue.buffering.max.messages': 50000,
    });
    const bound = (method) => promisify(this.#kafka[method]).bind(this.#kafka);
    this.#tx = {
      connect: bound('connect'),
      init: bound('initTransactions'),
      begin: bound('beginTransaction'),
      commit: bound('commitTransaction'),
      abort: bound('abortTransaction'),
      close: bound('disconnect'),
    };
  }

  async open() {
    await this.#tx.connect({});
    await this.#tx.init(30000);
  }

  /** Back-pressure: nothing was sent yet when the local queue is full. */
  async #enqueue(topic, row) {
    const body = Buffer.from(JSON.stringify(row));
    while (true) {
      try {
        this.#kafka.produce(topic, null, body, String(row.id));
        return;
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) throw err;
        this.#kafka.poll();
        await pause(25);
      }
    }
  }

  async load(topic, rows) {
    await this.#tx.begin();
    try {
      for await (const row of rows) await this.#enqueue(topic, row);
    } catch (err) {
      await this.#tx.abort(10000).catch((abortErr) => console.error('bulk: abort failed', abortErr));
      throw err;
    }
    try {
      await this.#tx.commit(60000);
    } catch (err) {
      const end = err.isTxnRequiresAbort ? this.#tx.abort(10000) : this.#tx.close();
      await end.catch((endErr) => console.error('bulk: not ended', endErr));
      throw new Error(`bulk load of ${topic} failed`, { cause: err });
    }
  }
}

module.exports = { BulkLoader };
