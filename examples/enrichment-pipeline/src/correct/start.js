import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

/**
 * The id is the instance's own and outlives a restart, so that the new run fences the old one.
 *
 * @param {string} brokers
 * @param {string} instance
 */
export function createPipelineProducer(brokers, instance) {
  return new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `enrichment-${instance}`,
    'enable.idempotence': true,
  });
}

/**
 * Waits for a broker that is only slow, a few times; any other failure is the caller's to know.
 *
 * @param {import('node-rdkafka').Producer} producer
 * @param {import('../domain.js').Log} log
 */
export async function initialise(producer, log) {
  const init = promisify(producer.initTransactions.bind(producer));
  for (let attempt = 1; ; attempt += 1) {
    try {
      await init();
      return;
    } catch (/** @type {any} */ error) {
      if (!error.isRetriable || attempt === 5) {
        throw error;
      }
      log.warn('Kafka is not ready yet', error);
      await pause(1000 * attempt);
    }
  }
}
