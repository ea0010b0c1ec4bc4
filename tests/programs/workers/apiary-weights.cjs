'use strict';

const retry = require('async-retry');
const Kafka = require('node-rdkafka');

/** @param {Kafka.Producer} producer */
const bound = (producer) => ({
  begin: () =>
    new Promise((ok, no) => {
      producer.beginTransaction((e) => (e ? no(e) : ok()));
    }),
  commit: (ms) =>
    new Promise((ok, no) => {
      producer.commitTransaction(ms, (e) => (e ? no(e) : ok()));
    }),
  abort: (ms) =>
    new Promise((ok, no) => {
      producer.abortTransaction(ms, (e) => (e ? no(e) : ok()));
    }),
});

function resumable(operation, retries) {
  return retry(
    async (bail) => {
      try {
        await operation();
      } catch (err) {
        if (!err.isRetriable) {
          bail(err);
          return;
        }
        throw err;
      }
    },
    { retries, minTimeout: 300, factor: 2 },
  );
}

/**
 * @param {Kafka.Producer} producer
 * @param {Array<{ hive: string, grams: number }>} weights
 */
exports.storeWeights = async function storeWeights(producer, weights) {
  const tx = bound(producer);
  await tx.begin();
  try {
    for (const { hive, grams } of weights) {
      if (!Number.isInteger(grams)) throw new RangeError(`hive ${hive} has no weight`);
      producer.produce('apiary.weights', null, Buffer.from(String(grams)), hive);
    }
  } catch (cause) {
    await resumable(() => tx.abort(8000), 3).catch((abortErr) => {
      producer.disconnect();
      console.error('apiary: abort gave up', abortErr);
    });
    throw cause;
  }

  try {
    await resumable(() => tx.commit(8000), 5);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await resumable(() => tx.abort(8000), 3).catch((abortErr) => console.error('apiary: abort gave up', abortErr));
    } else {
      producer.disconnect();
    }
    throw err;
  }
};
