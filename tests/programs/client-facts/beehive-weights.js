'use strict';

const { Kafka } = require('kafkajs');
const stats = require('./stats');

const kafka = new Kafka({ clientId: 'beehives', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'beehive-weights-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * Stores one weighing of each hive, or none at all.
 * @param {{ hive: string, grams: number }[]} weighings
 */
async function store(weighings) {
  const tx = await producer.transaction();
  try {
    for (const { hive, grams } of weighings) {
      await tx.send({ topic: 'hives.weights', messages: [{ key: hive, value: `${grams}` }] });
    }
  } catch (err) {
    if (err.type === 'NOT_ENOUGH_REPLICAS') {
      stats.increment('weights.under_replicated');
    }
    await tx.abort().catch((abortErr) => stats.increment('weights.abort_failed', abortErr.name));
    throw err;
  }
  await tx.commit();
}

module.exports = { producer, store };
