'use strict';

const { Kafka } = require('kafkajs');
const log = require('./log');

const kafka = new Kafka({ clientId: 'ice-cores', brokers: ['kafka:9092'] });

const producer = kafka.producer({
  transactionalId: 'ice-cores-uploader',
  idempotent: true,
  maxInFlightRequests: 1,
});

const layerOf = (core) => ({
  topic: 'ice.layers',
  messages: core.layers.map((layer) => ({ key: core.id, value: JSON.stringify(layer) })),
});

/** Uploads the cores one after the other, in the order in which they were drilled. */
async function uploadCores(cores) {
  const skipped = new Set();
  const tx = await producer.transaction();

  try {
    await cores.reduce(
      (previous, core) =>
        previous.then(() =>
          tx.send(layerOf(core)).catch((err) => {
            log.warn({ core: core.id, err }, 'core skipped');
            skipped.add(core.id);
          }),
        ),
      Promise.resolve(),
    );
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error(abortErr, 'abort failed'));
    throw err;
  }

  await tx.commit();
  return { uploaded: cores.length - skipped.size, skipped: skipped.size };
}

module.exports = { uploadCores, connect: () => producer.connect(), close: () => producer.disconnect() };
