'use strict';

const { CODES, Producer } = require('node-rdkafka');
const { promisify } = require('util');
const log = require('./log');

const { ERRORS } = CODES;

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': `pos-receipts-${process.env.STORE}`,
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

const quietly = (promise, what) => promise.catch((err) => log.error(`${what} failed`, err));

function total(lines) {
  return lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
}

async function file(receipts) {
  await begin();
  try {
    for (const { till, number, lines } of receipts) {
      const value = JSON.stringify({ number, lines, total: total(lines) });
      producer.produce('pos.receipts', null, Buffer.from(value), till, Date.now());
    }
  } catch (err) {
    await quietly(abort(10000), 'abort');
    throw err;
  }

  try {
    await commit(30000);
  } catch (err) {
    if (err.code === ERRORS.ERR_TRANSACTION_ABORTABLE) {
      await quietly(abort(10000), 'abort');
    } else if (err.code === ERRORS.ERR__FENCED) {
      log.error('another till server has taken over', err);
      await quietly(disconnect(), 'disconnect');
    }
    throw err;
  }
}

module.exports = { file, producer };
