'use strict';

const { Kafka, CompressionTypes } = require('kafkajs');
const debug = require('debug')('tax-filings');

const PRODUCER_CONFIG = Object.freeze({
  transactionalId: `tax-filings-${process.env.REGION || 'north'}`,
  idempotent: true,
  maxInFlightRequests: 1,
  transactionTimeout: 30000,
});

const producer = new Kafka({
  clientId: 'tax-filings',
  brokers: (process.env.BROKERS || 'localhost:9092').split(','),
}).producer(PRODUCER_CONFIG);

/** Rolls the transaction back and rejects with the reason for it. */
function rollBack(tx, reason) {
  return tx
    .abort()
    .catch((abortErr) => debug('abort failed: %s', abortErr.message))
    .then(() => Promise.reject(reason));
}

function toRecord(filing) {
  return {
    topic: `tax.${filing.kind}`,
    compression: CompressionTypes.GZIP,
    messages: [{ key: filing.taxpayer, value: JSON.stringify(filing) }],
  };
}

/**
 * @param {Array<{ kind: string, taxpayer: string, year: number, lines: object[] }>} filings
 * @returns {Promise<number>} how many filings are visible to readers of committed data
 */
function fileAll(filings) {
  if (!filings.length) return Promise.resolve(0);
  const records = filings.map(toRecord);

  return producer
    .transaction()
    .then((tx) =>
      Promise.all(records.map((record) => tx.send(record))).then(
        () => tx,
        (reason) => rollBack(tx, reason),
      ),
    )
    .then((tx) => tx.commit())
    .then(() => {
      debug('%d filings committed', filings.length);
      return filings.length;
    });
}

module.exports = { fileAll, connect: () => producer.connect(), close: () => producer.disconnect() };
