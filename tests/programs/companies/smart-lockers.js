'use strict';

const { HighLevelProducer } = require('node-rdkafka');

const TIMEOUT = 12_000;
const defaults = Object.freeze({ 'enable.idempotence': true, 'linger.ms': 2, 'compression.codec': 'lz4' });

const later = (start) => new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

class SmartLockers {
  #current = null;
  #accepting = false;

  constructor(brokers, site) {
    this.producer = new HighLevelProducer({
      ...defaults,
      'metadata.broker.list': brokers,
      'transactional.id': `lockers-${site}`,
    });
  }

  get live() {
    return this.#accepting;
  }

  async start() {
    await later((cb) => this.producer.connect({}, cb));
    await later((cb) => this.producer.initTransactions(TIMEOUT, cb));
    this.#accepting = true;
    return this;
  }

  /** One transaction at a time: whoever comes too early is told so. */
  publish(events) {
    if (!this.#accepting) return Promise.reject(new Error('lockers: not accepting events'));
    if (this.#current) return Promise.reject(new Error('lockers: busy'));
    this.#current = this.#transact(events).finally(() => {
      this.#current = null;
    });
    return this.#current;
  }

  async shutdown() {
    this.#accepting = false;
    await Promise.allSettled([this.#current]);
    await later((cb) => this.producer.disconnect(TIMEOUT, cb));
  }

  async #transact(events) {
    await later((cb) => this.producer.beginTransaction(cb));
    try {
      await Promise.all(
        events.map((event) =>
          later((cb) =>
            this.producer.produce('lockers.events', null, Buffer.from(event.type), event.locker, Date.now(), cb),
          ),
        ),
      );
    } catch (err) {
      await this.#abort();
      throw err;
    }
    await this.#commit(4);
  }

  async #commit(resumes) {
    try {
      await later((cb) => this.producer.commitTransaction(TIMEOUT, cb));
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await this.#abort();
      } else if (err.isRetriable && resumes > 0) {
        return this.#commit(resumes - 1);
      } else {
        await this.#close();
      }
      throw err;
    }
  }

  async #abort() {
    await later((cb) => this.producer.abortTransaction(TIMEOUT, cb)).catch(async (err) => {
      console.error('lockers: abort failed, closing', err);
      await this.#close();
    });
  }

  async #close() {
    this.#accepting = false;
    await later((cb) => this.producer.disconnect(TIMEOUT, cb)).catch((err) => console.error('lockers: not closed', err));
  }
}

exports.open = async (brokers, site) => {
  const lockers = await new SmartLockers(brokers, site).start();
  process.once('SIGTERM', () => {
    lockers.shutdown().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  return lockers;
};
