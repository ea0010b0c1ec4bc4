'use strict';

const { promisify } = require('util');
const retry = require('async-retry');
const rdkafka = require('node-rdkafka');

const producer = new rdkafka.Producer({
  'metadata.broker.list': 'finance-kafka:9092',
  'transactional.id': 'ledger-close',
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

async function discard(reason) {
  try {
    await retry(() => abort(10000), { retries: 5, factor: 1 });
  } catch (abortErr) {
    console.error('the closing entries are still open', abortErr);
  }
  throw reason;
}

exports.closePeriod = async function closePeriod(period, entries) {
  await begin();
  try {
    for (const e of entries) {
      producer.produce('ledger.closing', null, Buffer.from(JSON.stringify({ period, ...e })), e.account);
    }
  } catch (err) {
    return discard(err);
  }
  await commit(60000);
};

exports.connect = () => promisify(producer.connect.bind(producer))({});
exports.init = () => promisify(producer.initTransactions.bind(producer))(30000);
