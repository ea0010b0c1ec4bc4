'use strict';

const express = require('express');
const pino = require('pino');
const { Kafka, logLevel } = require('kafkajs');
const { Counter } = require('prom-client');

const log = pino({ name: 'orders-api' });
const ordersCreated = new Counter({ name: 'orders_created_total', help: 'orders written' });

const kafka = new Kafka({
  clientId: 'orders-api',
  brokers: (process.env.KAFKA_BROKERS || 'localhost:9092').split(','),
  logLevel: logLevel.WARN,
});

const producer = kafka.producer({
  transactionalId: process.env.ORDERS_TX_ID || 'orders-api-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

// never throws: the caller has a better error to report
async function abortQuietly(tx) {
  try {
    await tx.abort();
  } catch (err) {
    log.error({ err }, 'could not abort the transaction');
  }
}

const router = express.Router();

router.post('/orders', express.json(), async (req, res, next) => {
  const order = { ...req.body, createdAt: new Date().toISOString() };
  if (!order.id || !Array.isArray(order.lines)) {
    return res.status(400).json({ error: 'id and lines are required' });
  }

  try {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'orders', messages: [{ key: order.id, value: JSON.stringify(order) }] });
      await tx.send({
        topic: 'order-lines',
        messages: order.lines.map((line) => ({ key: order.id, value: JSON.stringify(line) })),
      });
    } catch (err) {
      await abortQuietly(tx);
      throw err;
    }
    await tx.commit();
  } catch (err) {
    log.error({ err, orderId: order.id }, 'order not written');
    return next(err);
  }

  ordersCreated.inc();
  return res.status(201).json({ id: order.id });
});

module.exports = { router, start: () => producer.connect(), stop: () => producer.disconnect() };
