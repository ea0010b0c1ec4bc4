'use strict';

const retry = require('async-retry');
const bunyan = require('bunyan');
const { openProducer } = require('./kafka/producer-factory');
const { toRecords } = require('./manifest');

/** @typedef {import('kafkajs').Producer} Producer */
/** @typedef {import('kafkajs').Transaction} Transaction */

const log = bunyan.createLogger({ name: 'ferry-manifests' });

const isConcurrent = (err) => (err.cause || err).type === 'CONCURRENT_TRANSACTIONS';

/**
 * The broker may still be finishing the last transaction of this id: only that is waited for.
 * @param {Producer} producer
 * @returns {Promise<Transaction>}
 */
function begin(producer) {
  return retry(
    async (bail, attempt) => {
      try {
        return await producer.transaction();
      } catch (err) {
        if (!isConcurrent(err)) {
          bail(err);
          return undefined;
        }
        log.info({ attempt }, 'previous transaction is still ending');
        throw err;
      }
    },
    { retries: 4, minTimeout: 250 },
  );
}

exports.publishManifest = async function publishManifest(manifest) {
  /** @type {Producer} */
  const producer = await openProducer('ferry-manifests');
  const tx = await begin(producer);
  try {
    for (const record of toRecords(manifest)) {
      await tx.send({ topic: 'ferries.manifests', messages: [record] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'manifest not rolled back'));
    throw err;
  }
  await tx.commit();
};
