const { promisify } = require('util');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const consumer = new KafkaConsumer({
  'metadata.broker.list': 'kafka:9092',
  'group.id': 'radio-log',
  'enable.auto.commit': false,
});
const producer = new Producer({ 'metadata.broker.list': 'kafka:9092', 'transactional.id': 'radio-log' });

const begin = promisify(producer.beginTransaction.bind(producer));
const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

async function relay(messages) {
  const positions = messages.map(({ topic, partition, offset }) => ({ topic, partition, offset }));

  await begin();
  try {
    for (const message of messages) {
      producer.produce('radio.log', null, message.value, message.key, message.timestamp);
    }
    await sendOffsets(positions, consumer, 10000);
  } catch (err) {
    await abort(10000).catch((abortErr) => console.error('radio log: abort failed', abortErr));
    throw err;
  }

  try {
    await commit(30000);
  } catch (err) {
    await disconnect();
    throw err;
  }
}

module.exports = { consumer, producer, relay };
