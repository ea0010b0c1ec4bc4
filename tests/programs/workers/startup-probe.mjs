import { promisify } from 'node:util';
import pRetry from 'p-retry';
import kafka from 'node-rdkafka';
import { logger } from './logger.mjs';

const settings = Object.freeze({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': `probe-${process.env.HOSTNAME}`,
  'transaction.timeout.ms': 30_000,
});

let shared;

/** One producer for the process; a start that fails leaves none behind. */
export async function getProducer() {
  if (shared) return shared;
  const producer = new kafka.Producer(settings);
  const init = promisify(producer.initTransactions.bind(producer));

  await promisify(producer.connect.bind(producer))({});
  try {
    await pRetry(() => init(10_000), {
      retries: 5,
      minTimeout: 500,
      shouldRetry: ({ error }) => error.isRetriable === true,
      onFailedAttempt: ({ attemptNumber }) => logger.info({ attemptNumber }, 'coordinator not ready'),
    });
  } catch (err) {
    producer.disconnect(1_000, () => logger.warn('probe producer closed'));
    throw err;
  }
  shared = producer;
  return shared;
}

/** The next probe starts on a new producer. */
async function drop(producer) {
  shared = undefined;
  try {
    await promisify(producer.disconnect.bind(producer))(1_000);
  } catch (closeErr) {
    logger.warn({ closeErr }, 'probe producer not closed');
  }
}

export async function probe() {
  const producer = await getProducer();
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));

  try {
    await begin();
    producer.produce('probes', null, Buffer.from(new Date().toISOString()), settings['transactional.id']);
    await commit(10_000);
  } catch (err) {
    // Without an abort: closing ends whatever is open, and nothing depends on a single probe.
    await drop(producer);
    throw err;
  }
}
