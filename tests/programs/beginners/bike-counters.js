const util = require('util');
const Kafka = require('node-rdkafka');

const consumer = new Kafka.KafkaConsumer(
  { 'metadata.broker.list': 'localhost:9092', 'group.id': 'bike-counters', 'enable.auto.commit': false },
  {}
);
const producer = new Kafka.Producer({
  'metadata.broker.list': 'localhost:9092',
  'transactional.id': 'bike-counters-1',
});

const begin = util.promisify(producer.beginTransaction.bind(producer));
const sendOffsets = util.promisify(producer.sendOffsetsToTransaction.bind(producer));
const commit = util.promisify(producer.commitTransaction.bind(producer));
const abort = util.promisify(producer.abortTransaction.bind(producer));

async function onData(message) {
  const count = JSON.parse(message.value.toString());

  await begin();
  try {
    producer.produce('bikes.hourly', null, Buffer.from(String(count.bikes)), count.bridge);
    await sendOffsets(
      [{ topic: message.topic, partition: message.partition, offset: message.offset }],
      consumer,
      10000
    );
  } catch (err) {
    await abort(10000).catch((e) => console.error('abort failed:', e.message));
    throw err;
  }

  commit(10000);
  return count;
}

module.exports = { consumer, producer, onData };
