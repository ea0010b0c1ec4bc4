const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['localhost:9092'], clientId: 'songs' } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'song-requests', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'song-requests-0' } });

// one request in, one playlist entry out
async function handle({ topic, partition, message }) {
  const request = JSON.parse(message.value.toString());

  await producer.transaction();
  try {
    await producer.send({
      topic: 'playlist',
      messages: [{ key: request.room, value: request.song }],
    });
    await producer.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
  } catch (err) {
    await producer.abort();
    throw err;
  }
  await producer.commit();
}

async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['song-requests'] });
  await consumer.run({ eachMessage: handle });
}

module.exports = { start };
