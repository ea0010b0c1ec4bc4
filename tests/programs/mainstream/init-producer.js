'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { HighLevelProducer } = require('@confluentinc/kafka-javascript');

const INIT = Object.freeze({ attempts: 6, timeoutMs: 10000, pauseMs: 2000 });

function connect(producer) {
  return new Promise((resolve, reject) => {
    producer.connect({ timeout: 10000 }, (err) => (err ? reject(err) : resolve()));
  });
}

function initOnce(producer) {
  return new Promise((resolve, reject) => {
    producer.initTransactions(INIT.timeoutMs, (err) => (err ? reject(err) : resolve()));
  });
}

/**
 * Connects and fences off earlier instances. Only what librdkafka calls retriable is tried
 * again, and not for ever.
 *
 * @param {string} name transactional id, stable over restarts
 */
async function createTransactionalProducer(name) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': process.env.KAFKA_BROKERS,
    'transactional.id': name,
    'transaction.timeout.ms': 60000,
  });
  await connect(producer);

  for (let attempt = 1; attempt <= INIT.attempts; attempt += 1) {
    try {
      await initOnce(producer);
      return producer;
    } catch (err) {
      if (!err.isRetriable || attempt === INIT.attempts) {
        producer.disconnect();
        throw err;
      }
      console.warn(`${name}: init attempt ${attempt} timed out`, err.message);
      await sleep(INIT.pauseMs);
    }
  }
  throw new Error(`${name}: no attempts configured`);
}

module.exports = { createTransactionalProducer };
