'use strict';

const Kafka = require('node-rdkafka');

const INIT_MS = 20_000;
const COMMIT_MS = 15_000;

function startEngine({ brokers, engine, onReady }) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `engine-${engine}`,
    'enable.idempotence': true,
  });

  /** The coordinator may take its time after a failover; keep asking until it answers. */
  function init() {
    producer.initTransactions(INIT_MS, (err) => {
      if (!err) return onReady(null, { record });
      if (!err.isRetriable) return producer.disconnect(() => onReady(err));
      console.warn(`engine ${engine}: coordinator not ready, asking again`);
      setTimeout(init, 1_000);
    });
  }

  function record(samples, done) {
    const close = (reason) => producer.disconnect(() => done(reason));
    const rollBack = (reason) =>
      producer.abortTransaction(COMMIT_MS, (abortErr) => (abortErr ? close(reason) : done(reason)));

    producer.beginTransaction((beginErr) => {
      if (beginErr) return close(beginErr);
      try {
        for (const sample of samples) {
          producer.produce('engines.samples', null, Buffer.from(JSON.stringify(sample)), engine);
        }
      } catch (err) {
        return rollBack(err);
      }
      producer.commitTransaction(COMMIT_MS, (err) => {
        if (!err) return done(null);
        if (err.isTxnRequiresAbort) return rollBack(err);
        close(err);
      });
    });
  }

  producer.connect({}, (err) => (err ? onReady(err) : init()));
}

module.exports = { startEngine };
