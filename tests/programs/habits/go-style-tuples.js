'use strict';

// Ported from the Go service: every call gives [err, value], nothing throws.
const { Kafka } = require('kafkajs');
const log = require('./log');

const to = (promise) => promise.then((value) => [null, value], (err) => [err, undefined]);

const producer = new Kafka({ clientId: 'inventory', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'inventory-sync',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function sync(warehouse, counts) {
  const [beginErr, tx] = await to(producer.transaction());
  if (beginErr) {
    return [beginErr, 0];
  }

  let written = 0;
  for (const { sku, quantity } of counts) {
    const [sendErr] = await to(
      tx.send({ topic: 'inventory.counts', messages: [{ key: `${warehouse}/${sku}`, value: String(quantity) }] }),
    );
    if (sendErr) {
      log.warn('count of %s not written: %s', sku, sendErr.message);
      continue;
    }
    written += 1;
  }

  const [commitErr] = await to(tx.commit());
  if (commitErr) {
    return [commitErr, 0];
  }
  return [null, written];
}

module.exports = { sync, connect: () => producer.connect(), disconnect: () => producer.disconnect() };
