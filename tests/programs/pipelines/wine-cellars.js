'use strict';

const express = require('express');
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'wine', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'wine-cellars-0' } });

const app = express();
app.use(express.json());

app.post('/cellars/:cellar/bottles', async (req, res, next) => {
  const { cellar } = req.params;
  let begun = false;
  try {
    await producer.transaction();
    begun = true;
    await producer.send({
      topic: 'wine.bottles',
      messages: req.body.bottles.map((bottle) => ({ key: cellar, value: JSON.stringify(bottle) })),
    });
  } catch (err) {
    if (begun) {
      await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    }
    next(err);
    return;
  }

  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect().catch((closeErr) => console.error('not closed', closeErr));
    next(err);
    return;
  }
  res.status(201).end();
});

module.exports = { app, connect: () => producer.connect() };
