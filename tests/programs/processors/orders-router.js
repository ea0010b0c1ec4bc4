'use strict';

const { Router } = require('express');
const { KafkaJS: { Kafka, ErrorCodes } } = require('@confluentinc/kafka-javascript');

/** @typedef {{ ok: true, value: number } | { ok: false, error: Error, status: number }} Result */

const STATUS_BY_CODE = {
  [ErrorCodes.ERR_TOPIC_AUTHORIZATION_FAILED]: 500,
  [ErrorCodes.ERR_MSG_SIZE_TOO_LARGE]: 413,
  [ErrorCodes.ERR__MSG_TIMED_OUT]: 503,
  [ErrorCodes.ERR__FENCED]: 503,
};

const failure = (error) => ({ ok: false, error, status: STATUS_BY_CODE[error.code] ?? 502 });

module.exports = function ordersRouter(config) {
  const producer = new Kafka({ kafkaJS: { brokers: config.brokers } }).producer({
    kafkaJS: { transactionalId: `orders-api-${config.replica}` },
  });
  let ready = false;
  const connected = producer.connect().then(() => { ready = true; });

  /** @returns {Promise<Result>} */
  async function store(order) {
    try {
      await producer.transaction();
    } catch (error) {
      return failure(error);
    }

    try {
      for (const line of order.lines) {
        await producer.send({ topic: 'orders.lines', messages: [{ key: order.id, value: JSON.stringify(line) }] });
      }
      await producer.send({ topic: 'orders.headers', messages: [{ key: order.id, value: order.customer }] });
    } catch (error) {
      ready = false;
      await producer.abort().catch((abortError) => console.error('orders: abort failed', abortError));
      return failure(error);
    }

    try {
      await producer.commit();
    } catch (error) {
      ready = false;
      await producer.disconnect().catch((closeError) => console.error('orders: close failed', closeError));
      return failure(error);
    }
    return { ok: true, value: order.lines.length };
  }

  const router = Router();
  router.get('/readyz', (_req, res) => res.sendStatus(ready ? 204 : 503));
  router.post('/orders', async (req, res, next) => {
    const result = await store(req.body);
    if (result.ok) return res.status(201).json({ lines: result.value });
    res.status(result.status);
    return next(result.error);
  });
  return { router, connected };
};
