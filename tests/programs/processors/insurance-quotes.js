'use strict';

const express = require('express');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'quotes', brokers: ['quotes-kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `quotes-${process.env.INSTANCE_INDEX}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Every step leaves a trace for the auditors. */
const audit = (quote, action) =>
  producer.send({
    topic: 'quotes.audit',
    messages: [{ key: quote.id, value: action, timestamp: String(Date.now()) }],
  });

const premium = ({ age, sum }) => Math.round(sum * (age < 25 ? 0.021 : 0.013));

async function publish(quote) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'quotes.offered',
      messages: [{ key: quote.id, value: JSON.stringify({ ...quote, premium: premium(quote) }) }],
    });
    await audit(quote, 'offered');
    await tx.send({ topic: 'quotes.reminders', messages: [{ key: quote.id, value: '14d' }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('quotes: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

const app = express();

app.post('/quotes', express.json(), (req, res, next) => {
  publish(req.body).then(
    () => res.status(201).json({ id: req.body.id }),
    (err) => next(Object.assign(new Error('quote not offered'), { status: 503, cause: err })),
  );
});

module.exports = async function listen(port) {
  await producer.connect();
  return app.listen(port);
};
