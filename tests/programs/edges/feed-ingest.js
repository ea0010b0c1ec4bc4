'use strict';

const retry = require('async-retry');
const { Kafka, CompressionTypes } = require('kafkajs');
const { brokers, shard } = require('./config');
const log = require('./log');

const producer = new Kafka({ clientId: 'feed-ingest', brokers }).producer({
  transactionalId: `feed-ingest-${shard}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const toMessage = (item) => ({ key: item.guid, value: JSON.stringify({ title: item.title, link: item.link }) });

/** Opens a transaction and fills it; a transaction that could not be filled is aborted. */
async function stage(items) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'feeds.items', compression: CompressionTypes.GZIP, messages: items.map(toMessage) });
    return tx;
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      log.error({ err: abortErr }, 'abort failed');
    }
    throw err;
  }
}

async function ingest(items) {
  const tx = await retry(() => stage(items), {
    retries: 5,
    minTimeout: 300,
    onRetry: (err, attempt) => log.warn({ err, attempt }, 'staging the feed again'),
  });
  await tx.commit();
  log.info({ count: items.length }, 'feed ingested');
}

module.exports = {
  ingest,
  connect: () => producer.connect(),
  disconnect: () => producer.disconnect(),
};
