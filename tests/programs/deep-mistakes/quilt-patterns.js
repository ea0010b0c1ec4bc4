const { KafkaConsumer, Producer } = require('node-rdkafka');
const { promisify } = require('util');
const { recolour } = require('./recolour');

const BATCH = 200;

function toOffsets(messages) {
  const highest = {};
  messages.forEach(({ topic, partition, offset }) => {
    const id = topic + '/' + partition;
    if (!(id in highest) || highest[id].offset < offset) {
      highest[id] = { topic, partition, offset };
    }
  });
  return Object.values(highest);
}

module.exports = async function worker(brokers, stopped) {
  const consumer = new KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': 'quilts', 'enable.auto.commit': false }, {});
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'quilts-0' });
  const forward = (m) => {
    try {
      producer.produce('quilts.recoloured', null, recolour(m.value), m.key);
    } catch (err) {
      console.error('quilts: pattern %s skipped', m.key, err);
    }
  };
  const call = (target, name) => promisify(target[name]).bind(target);

  await call(consumer, 'connect')({});
  await call(producer, 'connect')({});
  await call(producer, 'initTransactions')(10000);
  consumer.subscribe(['quilts.drawn']);

  try {
    while (!stopped()) {
      const messages = await call(consumer, 'consume')(BATCH);
      if (messages.length === 0) continue;

      await call(producer, 'beginTransaction')();
      try {
        messages.forEach(forward);
        await call(producer, 'sendOffsetsToTransaction')(toOffsets(messages), consumer, 10000);
      } catch (err) {
        await call(producer, 'abortTransaction')(10000).catch((e) => console.error('quilts: abort failed', e));
        throw err;
      }
      await call(producer, 'commitTransaction')(10000);
    }
  } finally {
    await call(producer, 'disconnect')();
  }
};
