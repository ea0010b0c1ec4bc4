const { promisify } = require('util');
const Kafka = require('node-rdkafka');
const vat = require('./vat');

const consumer = new Kafka.KafkaConsumer(
  { 'metadata.broker.list': 'kafka:9092', 'group.id': 'vat-calculator', 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);
const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'vat-calculator-0',
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

const sendOffsets = (message) =>
  new Promise((resolve, reject) => {
    const offsets = [{ topic: message.topic, partition: message.partition, offset: message.offset }];
    producer.sendOffsetsToTransaction(offsets, consumer, 10000, (err) => (err ? reject(err) : resolve()));
  });

async function process_(message) {
  await begin();
  try {
    const sale = JSON.parse(message.value.toString());
    producer.produce('sales.taxed', null, Buffer.from(JSON.stringify(vat.apply(sale))), message.key);
    await sendOffsets(message);
    consumer.commitMessageSync(message);
  } catch (err) {
    await abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await commit();
}

module.exports = { consumer, producer, process: process_ };
