'use strict';

const { Kafka, logLevel } = require('kafkajs');
const express = require('express');

const kafka = new Kafka({ clientId: 'land-registry', brokers: ['kafka:9092'], logLevel: logLevel.WARN });
const deeds = kafka.producer({
  transactionalId: 'land-registry-deeds',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Writes the deed and the change of ownership, both or neither. */
async function register(deed) {
  const tx = await deeds.transaction();
  let commitAttempted = false;

  try {
    await tx.send({ topic: 'land.deeds', messages: [{ key: deed.parcel, value: JSON.stringify(deed) }] });
    await tx.send({ topic: 'land.owners', messages: [{ key: deed.parcel, value: deed.buyer }] });
    commitAttempted = true;
    await tx.commit();
  } catch (err) {
    if (!commitAttempted) {
      try {
        await tx.abort();
      } catch (abortErr) {
        console.error('deed %s: abort failed', deed.number, abortErr);
      }
    }
    throw err;
  }
}

function createServer() {
  const app = express();
  app.use(express.json());
  app.post('/deeds', (req, res, next) => {
    register(req.body).then(() => res.sendStatus(201), next);
  });
  return app;
}

if (require.main === module) {
  deeds.connect().then(
    () => createServer().listen(8080),
    (err) => {
      console.error(err);
      process.exit(1);
    },
  );
}

module.exports = { createServer, register };
