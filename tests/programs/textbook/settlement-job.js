'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');
const { logger } = require('./logger');

const TX_TIMEOUT = 15000;

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': `settlement-${process.env.SETTLEMENT_DESK}`,
  'enable.idempotence': true,
});

const connect = promisify(producer.connect.bind(producer));
const initTransactions = promisify(producer.initTransactions.bind(producer));
const beginTransaction = promisify(producer.beginTransaction.bind(producer));
const commitTransaction = promisify(producer.commitTransaction.bind(producer));
const abortTransaction = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

async function open() {
  await connect({});
  await initTransactions(TX_TIMEOUT);
}

async function undo() {
  try {
    await abortTransaction(TX_TIMEOUT);
  } catch (abortErr) {
    if (abortErr.isTxnRequiresAbort) {
      logger.warn('the transaction still wants to be aborted');
      await undo();
      return;
    }
    logger.error({ abortErr }, 'settlement not rolled back, closing');
    await disconnect(TX_TIMEOUT);
  }
}

/** Books both legs of a trade. */
async function settle(trade) {
  await beginTransaction();
  try {
    producer.produce('settlement.legs', null, Buffer.from(JSON.stringify(trade.buy)), trade.id);
    producer.produce('settlement.legs', null, Buffer.from(JSON.stringify(trade.sell)), trade.id);
  } catch (err) {
    await undo();
    throw err;
  }

  try {
    await commitTransaction(TX_TIMEOUT);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await undo();
    } else {
      await disconnect(TX_TIMEOUT);
    }
    throw err;
  }
}

module.exports = { open, settle };
