const { promisify } = require('node:util');
const { Producer, KafkaConsumer } = require('@confluentinc/kafka-javascript').RdKafka;
const rates = require('./rates.cjs');

const brokers = process.env.KAFKA_BROKERS ?? 'localhost:9092';
const consumer = new KafkaConsumer({ 'bootstrap.servers': brokers, 'group.id': 'rates', 'enable.auto.commit': false });
const producer = new Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'rate-converter' });

const txn = {
  begin: promisify(producer.beginTransaction.bind(producer)),
  offsets: promisify(producer.sendOffsetsToTransaction.bind(producer)),
  commit: promisify(producer.commitTransaction.bind(producer)),
  abort: promisify(producer.abortTransaction.bind(producer)),
};

/** Calls again what timed out; commit, abort and offsets may all be resumed. */
async function resuming(operation, attempts = 4) {
  for (;;) {
    try {
      return await operation();
    } catch (err) {
      attempts -= 1;
      if (!err.isRetriable || attempts === 0) throw err;
    }
  }
}

async function convert(message) {
  const next = { topic: message.topic, partition: message.partition, offset: message.offset + 1 };
  await txn.begin();
  try {
    const trade = JSON.parse(message.value.toString());
    const converted = { ...trade, eur: rates.toEuro(trade.amount, trade.currency) };
    producer.produce('trades.eur', null, Buffer.from(JSON.stringify(converted)), message.key);
    await resuming(() => txn.offsets([next], consumer, 10000));
  } catch (err) {
    await resuming(() => txn.abort(10000)).catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await resuming(() => txn.commit(30000));
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await resuming(() => txn.abort(10000)).catch((abortErr) => console.error('abort failed', abortErr));
    }
    throw err;
  }
}

module.exports = { consumer, producer, convert };
