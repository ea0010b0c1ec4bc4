'use strict';
const { KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const FENCED = new Set(['INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_ID_MAPPING']);

const root = (err) => (err instanceof KafkaJSNumberOfRetriesExceeded && err.cause ? err.cause : err);

function classify(err) {
  const { type, retriable } = root(err);
  if (FENCED.has(type)) return 'restart';
  if (retriable) return 'abort';
  return 'unknown';
}

/**
 * @param {import('kafkajs').Producer} producer
 * @param {{ topic: string, messages: import('kafkajs').Message[] }[]} topicMessages
 * @param {import('winston').Logger} log
 */
async function publishAll(producer, topicMessages, log) {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({ topicMessages });
  } catch (err) {
    switch (classify(err)) {
      case 'restart':
        log.error('fenced by a newer instance', err);
        await producer.disconnect();
        break;
      case 'abort':
        await tx.abort().catch((abortErr) => log.warn('abort failed', abortErr));
        break;
      default:
        log.error('unexpected error', err);
        try {
          await tx.abort();
        } catch {
          await producer.disconnect();
        }
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { classify, publishAll };
