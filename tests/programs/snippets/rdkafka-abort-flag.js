'use strict';

const { promisify } = require('node:util');
const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': `meter-billing-${process.env.REGION}`,
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const close = promisify(producer.disconnect.bind(producer));

async function rollBack(cause) {
  try {
    await abort(10_000);
  } catch (abortErr) {
    if (abortErr.isTxnRequiresAbort) {
      console.warn('still to be aborted, the next run will do it');
      return;
    }
    await close();
    throw new AggregateError([cause, abortErr], 'billing run neither written nor rolled back');
  }
}

async function writeBills(bills) {
  await begin();
  try {
    for (const bill of bills) {
      producer.produce('billing.bills', null, Buffer.from(JSON.stringify(bill)), bill.contract);
    }
  } catch (err) {
    await rollBack(err);
    throw err;
  }
  try {
    await commit(30_000);
  } catch (err) {
    if (!err.isTxnRequiresAbort) {
      await close();
      throw err;
    }
    await rollBack(err);
    throw err;
  }
}

module.exports = { producer, writeBills };
