'use strict';

const { Producer } = require('node-rdkafka');

/** Writes batches of records, each in one transaction, on any idle producer. */
class PooledWriter {
  constructor(size, baseConfig, prefix, logger) {
    this.logger = logger;
    this.waiting = [];
    this.idle = Array.from(
      { length: size },
      (_, slot) => new Producer({ ...baseConfig, 'transactional.id': `${prefix}-${slot}`, 'enable.idempotence': true }),
    );
  }

  write(records, callback) {
    const producer = this.idle.pop();
    if (!producer) {
      this.waiting.push(() => this.write(records, callback));
      return;
    }

    const settle = (err) => {
      if (err) this.logger.error({ err, count: records.length }, 'write failed');
      this.idle.push(producer);
      const next = this.waiting.shift();
      if (next) setImmediate(next);
      callback(err || null);
    };

    const rollBack = (err) =>
      producer.abortTransaction(10000, (abortErr) => {
        if (abortErr) this.logger.error({ err: abortErr }, 'abort failed');
        settle(err);
      });

    producer.beginTransaction((beginErr) => {
      if (beginErr) return settle(beginErr);
      try {
        records.forEach(({ topic, key, value }) => producer.produce(topic, null, Buffer.from(value), key));
      } catch (err) {
        return rollBack(err);
      }
      return producer.commitTransaction(30000, (err) => (err && err.isTxnRequiresAbort ? rollBack(err) : settle(err)));
    });
  }
}

module.exports = { PooledWriter };
