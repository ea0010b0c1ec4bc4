'use strict';

const pLimit = require('p-limit');
const { Kafka } = require('kafkajs');
const { encodeLoan } = require('./codec');
const config = require('./config');

const limit = pLimit(8);
const kafka = new Kafka(config.kafka);
const producer = kafka.producer({
  transactionalId: config.transactionalId,
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * Publishes one record per loan; encoding goes over the network (schema registry), hence the limit.
 * @param {import('./types').Loan[]} loans
 */
async function publishLoans(loans) {
  const encoded = await Promise.all(loans.map((loan) => limit(() => encodeLoan(loan))));
  const tx = await producer.transaction();
  try {
    await Promise.all(
      encoded.map((value, i) => limit(() => tx.send({ topic: 'museum.loans', messages: [{ key: loans[i].id, value }] }))),
    );
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      config.log.error('loans: abort failed', abortErr);
    }
    throw err;
  }
  await tx.commit();
  return encoded.length;
}

module.exports = { producer, publishLoans };
