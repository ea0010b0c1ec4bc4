'use strict';

const retry = require('async-retry');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'bakery', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'bakery-orders-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function order(customer, loaves) {
  const topicMessages = [
    { topic: 'bakery.orders', messages: [{ key: customer, value: JSON.stringify(loaves) }] },
    { topic: 'bakery.oven', messages: loaves.map((loaf) => ({ key: loaf.kind, value: String(loaf.count) })) },
  ];

  const tx = await producer.transaction();
  try {
    await retry(() => tx.sendBatch({ topicMessages }), { retries: 3, minTimeout: 200 });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `order of ${customer} not rolled back`);
    });
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), order };
