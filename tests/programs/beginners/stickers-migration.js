// Was: consumer.run + producer.send + commitOffsets. Now the same with transactions.
const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'stickers', brokers: ['localhost:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'stickers', autoCommit: false, fromBeginning: true } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'stickers-1' } });

function commit(left) {
  return producer.commit().catch((e) => {
    switch (e.code) {
      case ErrorCodes.ERR__TIMED_OUT:
        if (left > 0) return commit(left - 1);
        throw e;
      case ErrorCodes.ERR__FENCED:
        throw new Error('the migration runs twice', { cause: e });
      default:
        throw e;
    }
  });
}

async function eachMessage({ topic, partition, message }) {
  const sticker = { ...JSON.parse(message.value.toString()), migrated: true };
  const next = { partition, offset: (Number(message.offset) + 1).toString() };

  await producer.transaction();
  try {
    await producer.send({ topic: 'stickers-v2', messages: [{ key: message.key, value: JSON.stringify(sticker) }] });
    await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [next] }] });
  } catch (e) {
    await producer.abort().catch((abortError) => {
      e.message += ` (and the abort failed: ${abortError.message})`;
    });
    throw e;
  }
  return commit(5);
}

module.exports = async function migrate() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['stickers'] });
  await consumer.run({ eachMessage });
};
