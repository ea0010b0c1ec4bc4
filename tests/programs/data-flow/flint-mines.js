'use strict';

const { Producer } = require('node-rdkafka');

const TIMEOUT = 25000;

/**
 * Runs fill(write) in a transaction of the producer.
 *
 * @param {import('node-rdkafka').Producer} producer
 * @param {(write: (topic: string, key: string, value: object) => void) => void} fill
 * @param {(err: Error | null) => void} done
 */
function transact(producer, fill, done) {
  const close = (err) => producer.disconnect(() => done(err));

  const undo = (err) =>
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) close(err);
      else done(err);
    });

  const ended = (err) => {
    if (!err) return done(null);
    const next = err.isFatal ? close : undo;
    return next(err);
  };

  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      fill((topic, key, value) => producer.produce(topic, null, Buffer.from(JSON.stringify(value)), key));
    } catch (err) {
      return undo(err);
    }
    producer.commitTransaction(TIMEOUT, ended);
  });
}

class FlintMines {
  constructor(brokers) {
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'flint-mines' });
  }

  report(mine, tools, done) {
    transact(
      this.producer,
      (write) => tools.forEach((tool) => write('flint.tools', `${mine}/${tool.id}`, tool)),
      done,
    );
  }
}

module.exports = { FlintMines, transact };
