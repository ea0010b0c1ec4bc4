const util = require('util');
const Kafka = require('node-rdkafka');

const settings = { 'metadata.broker.list': process.env.KAFKA };
const consumer = new Kafka.KafkaConsumer({ ...settings, 'group.id': 'goods-in', 'enable.auto.commit': false }, {});
const producer = new Kafka.Producer({ ...settings, 'transactional.id': 'goods-in-' + process.env.GATE });

const begin = util.promisify(producer.beginTransaction.bind(producer));
const sendOffsets = util.promisify(producer.sendOffsetsToTransaction.bind(producer));
const commit = util.promisify(producer.commitTransaction.bind(producer));
const abort = util.promisify(producer.abortTransaction.bind(producer));
const sleep = util.promisify(setTimeout);

async function addOffsets() {
  let attempts = 0;
  for (;;) {
    try {
      return await sendOffsets(consumer.position(), consumer, 5000);
    } catch (e) {
      if (!e.isRetriable || ++attempts === 5) throw e;
      await sleep(200);
    }
  }
}

async function rollback(reason) {
  let abortError = null;
  try {
    await abort(10000);
  } catch (e) {
    abortError = e;
  }
  throw abortError ? new AggregateError([reason, abortError], 'goods-in not rolled back') : reason;
}

async function onBatch(messages) {
  await begin();
  try {
    for (const { key, value } of messages) {
      producer.produce('goods.booked', null, value, key);
    }
    await addOffsets();
  } catch (e) {
    return rollback(e);
  }
  return commit(20000).catch((e) => (e.isTxnRequiresAbort ? rollback(e) : Promise.reject(e)));
}

module.exports = { consumer, producer, onBatch };
