const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'oysters', brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'oyster-beds', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'oyster-beds-0' } });

async function graded({ topic, partition, message }) {
  const { bed, grams } = JSON.parse(message.value.toString());
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: grams > 90 ? 'oysters.large' : 'oysters.small',
      messages: [{ key: bed, value: String(grams) }],
    });
    await consumer.commitOffsets([{ topic, partition, offset: String(Number(message.offset) + 1) }]);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `oyster of ${bed} not rolled back`);
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

exports.run = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['oysters'] });
  await consumer.run({ eachMessage: graded });
};
