'use strict';

const { Kafka } = require('kafkajs');
const { setTimeout: pause } = require('node:timers/promises');

const kafka = new Kafka({ clientId: 'props', brokers: ['stage-kafka:9092'] });

async function connected(stage) {
  const producer = kafka.producer({ transactionalId: `props-${stage}`, idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  return producer;
}

/** Begins and fills a transaction. The caller commits it. */
async function prepare(stage, props) {
  const producer = await connected(stage);
  let tx;
  try {
    tx = await producer.transaction();
    for (const { id, scene } of props) {
      await tx.send({ topic: 'props.placed', messages: [{ key: id, value: scene }] });
    }
    return { producer, tx };
  } catch (err) {
    await tx?.abort().catch((e) => console.warn('props: abort failed', e));
    await producer.disconnect().catch((e) => console.warn('props: disconnect failed', e));
    throw err;
  }
}

async function place(stage, props) {
  let prepared;
  for (let attempt = 1; !prepared; attempt++) {
    try {
      prepared = await prepare(stage, props);
    } catch (err) {
      if (attempt === 3) throw err;
      await pause(attempt * 1000);
    }
  }
  const { producer, tx } = prepared;
  try {
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}

module.exports = { place };
