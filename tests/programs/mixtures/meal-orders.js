'use strict';

const CircuitBreaker = require('opossum');
const express = require('express');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'meals', brokers: ['kafka-0:9092', 'kafka-1:9092'] });
const mealProducer = kafka.producer({ transactionalId: 'meal-orders-api', idempotent: true, maxInFlightRequests: 1 });

async function publishOrder(order) {
  const tx = await mealProducer.transaction();

  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'meals.ordered', messages: [{ key: order.table, value: JSON.stringify(order) }] },
        { topic: 'kitchen.queue', messages: order.dishes.map((dish) => ({ key: dish.station, value: dish.name })) },
      ],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('order not aborted', abortErr));
    throw err;
  }

  await tx.commit();
}

// opens after half of the calls have failed; it never repeats one
const breaker = new CircuitBreaker(publishOrder, {
  timeout: false,
  errorThresholdPercentage: 50,
  resetTimeout: 15000,
});

breaker.on('open', () => console.warn('meals: breaker open'));
breaker.on('failure', (err) => console.warn('meals: order failed', err.message));

const router = express.Router();

router.post('/orders', express.json(), (req, res, next) => {
  breaker
    .fire(req.body)
    .then(() => res.sendStatus(202))
    .catch(next);
});

router.use((err, req, res, next) => {
  if (res.headersSent) return next(err);
  const open = err.code === 'EOPENBREAKER';
  res.status(open ? 503 : 500).json({ retryAfter: open ? 15 : undefined });
});

module.exports = { router, connect: () => mealProducer.connect(), close: () => mealProducer.disconnect() };
