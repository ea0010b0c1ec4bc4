'use strict';

const express = require('express');
const { Kafka } = require('kafkajs');
const { loyalty: config } = require('./config');
const log = require('./log');

const kafka = new Kafka({ clientId: 'loyalty-points', brokers: config.brokers });
const producer = kafka.producer({ transactionalId: config.transactionalId, idempotent: true, maxInFlightRequests: 1 });

async function publish(account, points) {
  const tx = await producer.transaction();

  try {
    await tx.send({ topic: 'loyalty.points', messages: [{ key: account, value: String(points) }] });
    await tx.send({ topic: 'loyalty.audit', messages: [{ key: account, value: JSON.stringify({ points, at: Date.now() }) }] });
  } catch (sendErr) {
    try {
      await tx.abort();
    } catch (abortErr) {
      if (sendErr.type === 'INVALID_TXN_STATE') {
        log.warn({ account }, 'the coordinator had ended the transaction before the abort');
      } else {
        log.error({ account, err: abortErr }, 'points were not rolled back');
      }
      await producer.disconnect();
      throw new AggregateError([sendErr, abortErr], 'points were not rolled back');
    }
    throw sendErr;
  }

  await tx.commit();
}

const router = express.Router();

router.post('/accounts/:id/points', async (req, res, next) => {
  const points = Number(req.body?.points);
  if (!Number.isInteger(points)) {
    res.status(400).json({ error: 'points must be an integer' });
    return;
  }
  try {
    await publish(req.params.id, points);
    res.status(204).end();
  } catch (err) {
    next(err);
  }
});

module.exports = { router, start: () => producer.connect(), stop: () => producer.disconnect() };
