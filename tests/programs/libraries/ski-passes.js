const CircuitBreaker = require('opossum');
const express = require('express');
const { Kafka } = require('kafkajs');
const promClient = require('prom-client');

const failures = new promClient.Counter({ name: 'ski_pass_failures_total', help: 'failed publications', labelNames: ['step'] });

const producer = new Kafka({ clientId: 'ski-passes', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'ski-passes-lift-office',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publishPass(pass) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'ski.passes', messages: [{ key: pass.skier, value: JSON.stringify(pass) }] });
  } catch (err) {
    failures.inc({ step: 'send' });
    await tx.abort().catch(() => failures.inc({ step: 'abort' }));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    failures.inc({ step: 'commit' });
    throw err;
  }
}

const breaker = new CircuitBreaker(publishPass, { timeout: false, errorThresholdPercentage: 50, resetTimeout: 20000 });
breaker.on('open', () => console.warn('ski passes: no more publications for now'));

const router = express.Router();

router.post('/passes', express.json(), (req, res, next) => {
  breaker
    .fire(req.body)
    .then(() => res.status(201).end())
    .catch(next);
});

module.exports = { router, connect: () => producer.connect() };
