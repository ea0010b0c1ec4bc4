'use strict';

const { promisify } = require('node:util');
const rdkafka = require('node-rdkafka');

const TIMEOUT = 7000;

/**
 * Turns the callbacks of a transactional producer into promises.
 * @param {import('node-rdkafka').Producer} producer
 */
function promised(producer) {
  return {
    begin: promisify(producer.beginTransaction.bind(producer)),
    offsets: promisify(producer.sendOffsetsToTransaction.bind(producer)),
    commit: promisify(producer.commitTransaction.bind(producer)),
    abort: promisify(producer.abortTransaction.bind(producer)),
  };
}

module.exports.reedShop = function reedShop(brokers, consumer) {
  const producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'oboe-reeds-bench-1',
    'enable.idempotence': true,
  });
  const tx = promised(producer);

  // The group coordinator may be moving: the same call again is what librdkafka asks for.
  async function addOffsets(position) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await tx.offsets(position, consumer, TIMEOUT);
      } catch (err) {
        if (!err.isRetriable || attempt === 4) throw err;
      }
    }
  }

  async function carve({ topic, partition, offset, value, key }) {
    await tx.begin();
    try {
      producer.produce('oboe.reeds', null, value, key);
      await addOffsets([{ topic, partition, offset: offset + 1 }]);
    } catch (err) {
      await tx.abort(TIMEOUT).catch((abortErr) => console.error('reeds: abort failed', abortErr));
      throw err;
    }
    await tx.commit(TIMEOUT);
  }

  return { producer, carve };
};
