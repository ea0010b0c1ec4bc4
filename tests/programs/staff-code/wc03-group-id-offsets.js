const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const transform = require('./transform');

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'normaliser', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'normaliser-0' } });

const plusOne = (offset) => (BigInt(offset) + 1n).toString();

async function eachMessage({ topic, partition, message }) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: `${topic}.normalised`,
      messages: [{ key: message.key, value: transform(message.value) }],
    });
    await transaction.sendOffsets({
      consumerGroupId: 'normaliser',
      topics: [{ topic, partitions: [{ partition, offset: plusOne(message.offset) }] }],
    });
  } catch (err) {
    console.error('message %s/%d@%s failed', topic, partition, message.offset, err);
    await transaction.abort();
    throw err;
  }
  await transaction.commit();
}

async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['readings'] });
  await consumer.run({ eachMessage });
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
