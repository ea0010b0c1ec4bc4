'use strict';

const { promisify } = require('node:util');
const { setTimeout: sleep } = require('node:timers/promises');
const { HighLevelProducer } = require('node-rdkafka');

const INIT_TIMEOUT = 30000;
const INIT_ATTEMPTS = 5;

/**
 * Connects a producer and prepares its transactions. The coordinator may be
 * moving while we start, so that is given a few attempts.
 */
async function bootstrapWriter({ brokers, name, log }) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': `writer-${name}`,
    'enable.idempotence': true,
  });
  const disconnect = promisify(producer.disconnect.bind(producer));
  const initTransactions = promisify(producer.initTransactions.bind(producer));

  await promisify(producer.connect.bind(producer))({ timeout: INIT_TIMEOUT });

  let attempt = 0;
  let ready = false;
  while (!ready) {
    attempt += 1;
    try {
      await initTransactions(INIT_TIMEOUT);
      ready = true;
    } catch (err) {
      if (!err.isRetriable || attempt >= INIT_ATTEMPTS) {
        log.error({ err, attempt }, 'transactions cannot be initialised');
        await disconnect(5000);
        throw err;
      }
      log.warn({ err, attempt }, 'coordinator is not ready');
      await sleep(attempt * 1000);
    }
  }

  log.info({ name, attempt }, 'writer is ready');
  return producer;
}

module.exports = { bootstrapWriter };
