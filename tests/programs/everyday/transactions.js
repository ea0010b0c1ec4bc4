// @ts-check
'use strict';

const debug = require('debug')('app:kafka');

/**
 * Runs work in a transaction of its own.
 * @template T
 * @param {import('kafkajs').Producer} producer
 * @param {(tx: import('kafkajs').Transaction) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inTransaction(producer, work) {
  const tx = await producer.transaction();
  const result = await Promise.resolve(tx)
    .then(work)
    .catch((err) => rollback(tx, err));
  await tx.commit();
  debug('committed');
  return result;
}

/**
 * @param {import('kafkajs').Transaction} tx
 * @param {Error} reason
 * @returns {Promise<never>}
 */
async function rollback(tx, reason) {
  debug('rolling back: %s', reason.message);
  await tx.abort().catch((abortErr) => debug('abort failed: %s', abortErr.message));
  throw reason;
}

/** @param {import('kafkajs').Producer} producer */
function users(producer) {
  return {
    /** @param {{ id: string, email: string }} user */
    register: (user) =>
      inTransaction(producer, async (tx) => {
        await tx.send({ topic: 'users', messages: [{ key: user.id, value: JSON.stringify(user) }] });
        await tx.send({ topic: 'mails', messages: [{ key: user.email, value: 'welcome' }] });
        return user.id;
      }),
    /** @param {string} id */
    remove: (id) =>
      inTransaction(producer, (tx) =>
        tx.sendBatch({
          topicMessages: ['users', 'profiles'].map((topic) => ({ topic, messages: [{ key: id, value: null }] })),
        }),
      ),
  };
}

module.exports = { inTransaction, users };
