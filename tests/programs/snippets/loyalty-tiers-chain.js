'use strict';

const { Kafka } = require('kafkajs');
const { brokers } = require('./config');

const producer = new Kafka({ clientId: 'loyalty-tiers', brokers }).producer({
  transactionalId: 'loyalty-tiers',
  idempotent: true,
  maxInFlightRequests: 1,
});

const connected = producer.connect();

function rollback(tx) {
  return (reason) =>
    tx.abort().then(
      () => Promise.reject(reason),
      (abortReason) => {
        console.error('rollback failed too', abortReason);
        return Promise.reject(reason);
      },
    );
}

/**
 * @param {Array<{ member: string, tier: string }>} changes
 * @returns {Promise<void>}
 */
exports.changeTiers = function changeTiers(changes) {
  const messages = changes.map(({ member, tier }) => ({ key: member, value: tier }));

  return connected
    .then(() => producer.transaction())
    .then((tx) =>
      tx
        .send({ topic: 'loyalty.tiers', messages })
        .then(() => tx.send({ topic: 'loyalty.audit', messages }))
        .then(() => tx.commit(), rollback(tx)),
    );
};
