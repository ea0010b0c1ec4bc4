'use strict';

const { Kafka } = require('kafkajs');
const metrics = require('./metrics');

const producer = new Kafka({ clientId: 'pollen', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'pollen-counts',
  idempotent: true,
  maxInFlightRequests: 1,
});

exports.count = async function count(station, grains) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'pollen.counts', messages: [{ key: station, value: String(grains) }] });
  } catch (err) {
    if (err.cause?.type === 'REQUEST_TIMED_OUT') {
      metrics.increment('pollen.timeouts');
    }
    await tx.abort().catch((abortErr) => console.error('count not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
};
