'use strict';

const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;
const run = (start) =>
  new Promise((resolve, reject) => {
    start((err) => (err ? reject(err) : resolve()));
  });

async function open(brokers) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'coal-scuttles',
  });
  await run((cb) => producer.connect({}, cb));
  await run((cb) => producer.initTransactions(TIMEOUT, cb));
  return producer;
}

/** Publishes the deliveries of a day; a slow coordinator gets a second session. */
async function deliver(brokers, deliveries, session = 1) {
  const producer = await open(brokers);
  let slow = false;
  try {
    await run((cb) => producer.beginTransaction(cb));
    for (const { house, sacks } of deliveries) {
      producer.produce('coal.deliveries', null, Buffer.from(String(sacks)), house);
    }
    await run((cb) => producer.commitTransaction(TIMEOUT, cb)).catch((err) => {
      slow = Boolean(err.isRetriable) && session < 3;
      if (!slow) throw err;
    });
  } finally {
    await run((cb) => producer.disconnect(TIMEOUT, cb)).catch((err) => console.error('not closed', err));
  }
  if (slow) {
    await deliver(brokers, deliveries, session + 1);
  }
}

module.exports = { deliver };
