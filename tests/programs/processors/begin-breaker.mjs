import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const rdkafka = createRequire(import.meta.url)('node-rdkafka');

const call = (target, method, ...args) =>
  new Promise((resolve, reject) => {
    target[method](...args, (err, value) => (err ? reject(err) : resolve(value)));
  });

export class CircuitOpenError extends Error {}

export class InitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor({ threshold = 4, coolDown = 30_000 } = {}) {
    Object.assign(this, { threshold, coolDown });
  }

  async run(task) {
    if (Date.now() < this.#openUntil) throw new CircuitOpenError('kafka circuit is open');
    try {
      const value = await task();
      this.#failures = 0;
      return value;
    } catch (err) {
      this.#failures += 1;
      if (this.#failures >= this.threshold) this.#openUntil = Date.now() + this.coolDown;
      throw err;
    }
  }
}

/** A coordinator that is still loading answers with isRetriable: four attempts, then up to the supervisor. */
export async function openProducer(brokers, id) {
  const producer = new rdkafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': id });
  await call(producer, 'connect', {});
  for (let attempt = 1; ; attempt++) {
    try {
      await call(producer, 'initTransactions', 10_000);
      return producer;
    } catch (err) {
      if (!err.isRetriable || attempt >= 4) {
        producer.disconnect();
        throw err;
      }
      await sleep(attempt * 250);
    }
  }
}

export async function publishAlarms(breaker, producer, alarms) {
  await breaker.run(() =>
    new Promise((resolve, reject) => {
      producer.beginTransaction((beginErr) => {
        if (beginErr) return reject(beginErr);
        try {
          alarms.forEach((a) => producer.produce('alarms', a.zone, Buffer.from(a.text), a.id));
        } catch (produceErr) {
          producer.abortTransaction((abortErr) => reject(abortErr ? new AggregateError([produceErr, abortErr]) : produceErr));
          return;
        }
        producer.commitTransaction((commitErr) => {
          if (!commitErr) return resolve(alarms.length);
          if (!commitErr.isTxnRequiresAbort) return producer.disconnect(() => reject(commitErr));
          producer.abortTransaction((abortErr) => reject(abortErr ? new AggregateError([commitErr, abortErr]) : commitErr));
        });
      });
    }));
}
