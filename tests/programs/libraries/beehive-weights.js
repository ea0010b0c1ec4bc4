'use strict';

const Sentry = require('@sentry/node');
const schedule = require('node-schedule');
const { Kafka } = require('kafkajs');
const { weighAll } = require('./hives');

Sentry.init({ dsn: process.env.SENTRY_DSN });

const producer = new Kafka({ clientId: 'beehives', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'beehive-weights',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publishWeights(apiary) {
  const weights = await weighAll(apiary);
  const tx = await producer.transaction();

  try {
    await tx.send({
      topic: 'hives.weights',
      messages: weights.map(({ hive, grams }) => ({ key: hive, value: String(grams) })),
    });
  } catch (err) {
    Sentry.captureException(err, { tags: { apiary } });
    await tx.abort().catch((abortErr) => Sentry.captureException(abortErr));
    return;
  }

  await tx.commit();
  Sentry.addBreadcrumb({ message: `${weights.length} weights published` });
}

exports.start = async function start(apiary) {
  await producer.connect();
  return schedule.scheduleJob('*/10 * * * *', () => {
    publishWeights(apiary).catch((err) => {
      console.error('beehives: giving up', err);
      process.exit(1);
    });
  });
};
