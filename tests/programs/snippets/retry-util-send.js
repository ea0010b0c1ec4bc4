'use strict';

const { Kafka } = require('kafkajs');
const { setTimeout: delay } = require('timers/promises');

const kafka = new Kafka({ clientId: 'shipping', brokers: process.env.BROKERS.split(',') });
const producer = kafka.producer({
  transactionalId: 'shipping-labels-' + process.env.POD_INDEX,
  idempotent: true,
  maxInFlightRequests: 1,
});

// https://stackoverflow.com/a/63750984 - modified
async function retryWithBackoff(fn, retries = 3, ms = 300) {
  try {
    return await fn();
  } catch (e) {
    if (retries <= 0) throw e;
    await delay(ms);
    return retryWithBackoff(fn, retries - 1, ms * 2);
  }
}

async function publishLabels(labels) {
  const tx = await producer.transaction();
  try {
    for (const label of labels) {
      await retryWithBackoff(() =>
        tx.send({
          topic: 'shipping.labels',
          messages: [{ key: label.parcelId, value: label.zpl }],
        }),
      );
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      err.abortError = abortErr;
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { publishLabels, connect: () => producer.connect() };
