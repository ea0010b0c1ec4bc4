'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const Kafka = require('node-rdkafka');
const log = require('./log');

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': 'nightly-invoices',
  'compression.codec': 'lz4',
});

const settle = (resolve, reject) => (err) => (err ? reject(err) : resolve());

const initTransactions = () => new Promise((res, rej) => producer.initTransactions(10000, settle(res, rej)));
const beginTransaction = () => new Promise((res, rej) => producer.beginTransaction(settle(res, rej)));
const commitTransaction = () => new Promise((res, rej) => producer.commitTransaction(30000, settle(res, rej)));
const abortTransaction = () => new Promise((res, rej) => producer.abortTransaction(30000, settle(res, rej)));
const connect = () => new Promise((res, rej) => producer.connect({}, settle(res, rej)));

async function prepare() {
  await connect();
  for (;;) {
    try {
      await initTransactions();
      return;
    } catch (err) {
      log.warn('transactions not ready, trying again', err);
      await sleep(5000);
    }
  }
}

async function exportInvoices(invoices) {
  await beginTransaction();
  try {
    for (const invoice of invoices) {
      producer.produce('invoices', null, Buffer.from(JSON.stringify(invoice)), invoice.id);
    }
  } catch (err) {
    await abortTransaction().catch((abortErr) => log.error('abort failed', abortErr));
    throw err;
  }
  try {
    await commitTransaction();
  } catch (err) {
    log.error('invoices not committed', err);
  }
}

module.exports = { prepare, exportInvoices };
