const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'ferry-whistles', brokers: ['harbour:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'ferry-whistles', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'ferry-whistles-0' } });

const SIGNALS = { 1: 'turning to starboard', 2: 'turning to port', 3: 'going astern' };

/** @param {import('@confluentinc/kafka-javascript').KafkaJS.EachMessagePayload} payload */
async function onWhistle({ topic, partition, message }) {
  const meaning = SIGNALS[message.value.toString()];
  const { key, offset } = message;

  await producer.transaction();
  try {
    await producer.send({ topic: 'harbour.signals', messages: [{ key, value: meaning ?? 'unclear' }] });
    const partitions = [{ partition, offset }];
    await producer.sendOffsets({ consumer, topics: [{ topic, partitions }] });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('signal not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
}

exports.listen = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['harbour.whistles'] });
  await consumer.run({ eachMessage: onWhistle });
};
exports.stop = () => Promise.all([consumer.disconnect(), producer.disconnect()]);
