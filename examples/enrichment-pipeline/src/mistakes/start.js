import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

/**
 * After a restart the id is another one: the transaction that the last run left open is fenced by nobody, and
 * readers wait until it times out.
 *
 * @param {string} brokers
 */
export function createPipelineProducer(brokers) {
  return new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `enrichment-${randomUUID()}`,
    'enable.idempotence': true,
  });
}

/**
 * Where the broker will never answer otherwise (a wrong configuration, no right to the id, no epochs left), this
 * waits for ever.
 *
 * @param {import('node-rdkafka').Producer} producer
 * @param {import('../domain.js').Log} log
 */
export async function initialise(producer, log) {
  const init = promisify(producer.initTransactions.bind(producer));
  for (;;) {
    try {
      await init();
      return;
    } catch (error) {
      log.warn('Kafka is not ready yet', error);
      await pause(1000);
    }
  }
}
