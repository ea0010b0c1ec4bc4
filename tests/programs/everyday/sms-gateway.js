'use strict';

const express = require('express');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'sms-gateway', brokers: [process.env.KAFKA_BROKER || 'kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'sms-gateway-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

const app = express();
app.use(express.json());

async function enqueue({ to, text }) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'sms.outgoing', messages: [{ key: to, value: text }] });
  await transaction.send({ topic: 'sms.billing', messages: [{ key: to, value: String(Math.ceil(text.length / 160)) }] });
  await transaction.commit();
}

app.post('/sms', async (req, res, next) => {
  try {
    await enqueue(req.body);
    res.sendStatus(202);
  } catch (err) {
    next(err);
  }
});

app.use((err, req, res, next) => {
  console.error(`${req.method} ${req.url}`, err);
  if (res.headersSent) return next(err);
  res.status(500).json({ error: 'internal error' });
});

producer.connect().then(
  () => app.listen(8080),
  (err) => {
    console.error('no kafka', err);
    process.exit(1);
  },
);
