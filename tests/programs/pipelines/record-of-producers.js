'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'fish-market', brokers: ['kafka:9092'] });

/** @type {Record<string, import('kafkajs').Producer>} */
const producers = {};

async function producerOf(stall) {
  if (!producers[stall]) {
    const producer = kafka.producer({
      transactionalId: `fish-market-${stall}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    producers[stall] = producer;
  }
  return producers[stall];
}

async function forget(stall, producer) {
  if (producers[stall] === producer) {
    delete producers[stall];
  }
  await producer.disconnect().catch((err) => console.warn(`producer of ${stall} not closed`, err));
}

async function write(producer, stall, catches) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'fish.catches',
      messages: catches.map(({ species, kilos }) => ({ key: stall, value: `${species}:${kilos}` })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.land = async function land(stall, catches) {
  const producer = await producerOf(stall);
  try {
    await write(producer, stall, catches);
  } catch (err) {
    await forget(stall, producer);
    throw err;
  }
};
