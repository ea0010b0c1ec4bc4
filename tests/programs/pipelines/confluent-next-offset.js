const { ErrorCodes, Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const { subtitle } = require('./speech');

const kafka = new Kafka({ kafkaJS: { clientId: 'subtitles', brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'subtitles', autoCommit: false } });
const producer = kafka.producer({ 'transactional.id': 'subtitles-0' });

const FINAL = new Set([ErrorCodes.ERR__FENCED, ErrorCodes.ERR__STATE, ErrorCodes.ERR__FATAL]);

async function eachMessage({ topic, partition, message }) {
  const text = await subtitle(message.value);
  const next = (BigInt(message.offset) + 1n).toString();

  await producer.transaction();
  try {
    await producer.send({ topic: 'videos.subtitles', messages: [{ key: message.key, value: text }] });
    await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: next }] }] });
  } catch (err) {
    if (FINAL.has(err.code)) {
      await producer.disconnect();
      throw err;
    }
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'subtitle not rolled back');
    }
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

exports.run = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['videos'] });
  await consumer.run({ eachMessage });
};
