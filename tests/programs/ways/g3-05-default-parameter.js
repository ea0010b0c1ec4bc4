'use strict';

const { Kafka } = require('kafkajs');
const logger = require('./logger');

const defaultProducer = new Kafka({ clientId: 'reviews', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'reviews-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const defaults = { topic: 'reviews.approved', log: logger };

/**
 * Publishes approved reviews. Tests pass a producer of their own.
 */
async function approve(reviews, producer = defaultProducer, { topic, log } = defaults) {
  const tx = await producer.transaction();
  let complete = false;
  try {
    await tx.send({
      topic,
      messages: reviews.map((review) => ({ key: review.product, value: review.text })),
    });
    complete = true;
  } catch (err) {
    log.error({ err, count: reviews.length }, 'reviews not approved');
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
  }
  if (complete) {
    await tx.commit();
    log.info({ count: reviews.length }, 'reviews approved');
  }
}

module.exports = { approve, connect: () => defaultProducer.connect() };
