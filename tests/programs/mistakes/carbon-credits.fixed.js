'use strict';

const { Kafka } = require('kafkajs');
const log = require('pino')({ name: 'carbon-credits' });

const producer = new Kafka({ clientId: 'carbon', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'carbon-credits',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function retire(credit) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'carbon.retired', messages: [{ key: credit.serial, value: JSON.stringify(credit) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

async function onRetireRequested(request) {
  const credit = { serial: request.serial, owner: request.owner, tonnes: request.tonnes };
  await retire(credit).catch((err) => {
    log.error({ err, serial: credit.serial }, 'credit was not retired');
    throw err;
  });
}

module.exports = { connect: () => producer.connect(), onRetireRequested };
