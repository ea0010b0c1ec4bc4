'use strict';

const { Kafka } = require('kafkajs');
const { v4: uuid } = require('uuid');
const config = require('config');
const log = require('./log');

const kafka = new Kafka({ clientId: 'account-transfer', brokers: config.get('kafka.brokers'), ssl: config.get('kafka.ssl') });

const producer = kafka.producer({
  transactionalId: config.get('kafka.transactionalId'),
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Leaves a trace of who did what. */
function audit(actor, action, details) {
  return producer.send({
    topic: 'audit.trail',
    messages: [{ key: actor, value: JSON.stringify({ action, details, at: new Date().toISOString() }) }],
  });
}

async function transfer({ from, to, cents, actor }) {
  if (from === to || !(cents > 0)) throw new RangeError('not a transfer');

  const reference = uuid();
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'accounts.bookings',
      messages: [
        { key: from, value: JSON.stringify({ reference, cents: -cents }) },
        { key: to, value: JSON.stringify({ reference, cents }) },
      ],
    });
    await audit(actor, 'transfer', { from, to, cents, reference });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr, reference }, 'abort failed'));
    throw err;
  }
  await tx.commit();
  return reference;
}

module.exports = {
  transfer,
  open: () => producer.connect(),
  close: () => producer.disconnect(),
};
