'use strict';

const util = require('node:util');
const rdkafka = require('node-rdkafka');

const TIMEOUT = 10000;

/** One task at a time; a failed one does not block those behind it. */
class Mutex {
  #tail = Promise.resolve();

  run(task) {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => {});
    return result;
  }
}

class CellarLog {
  #mutex = new Mutex();

  constructor(brokers, cellar) {
    this.cellar = cellar;
    this.producer = new rdkafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `cheese-cellar-${cellar}`,
      'enable.idempotence': true,
    });
    for (const method of ['beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']) {
      this[method] = util.promisify(this.producer[method].bind(this.producer));
    }
  }

  turned(wheels) {
    return this.#mutex.run(() => this.#write('cheese.turned', wheels));
  }

  brushed(wheels) {
    return this.#mutex.run(() => this.#write('cheese.brushed', wheels));
  }

  async #write(topic, wheels) {
    await this.beginTransaction();
    try {
      for (const wheel of wheels) {
        this.producer.produce(topic, null, Buffer.from(JSON.stringify({ cellar: this.cellar, ...wheel })), wheel.id);
      }
    } catch (err) {
      await this.#rollBack(topic);
      throw err;
    }
    try {
      await this.commitTransaction(TIMEOUT);
    } catch (err) {
      if (!err.isTxnRequiresAbort) {
        await this.disconnect();
        throw err;
      }
      await this.#rollBack(topic);
      throw err;
    }
  }

  async #rollBack(topic) {
    console.warn('%s: rolling back', topic);
    await this.abortTransaction(TIMEOUT);
  }
}

module.exports = { CellarLog };
