const retry = require('async-retry');
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['localhost:9092'] } });
const producer = kafka.producer({ 'transactional.id': 'translation-memory-1' });
const groupId = 'translation-memory';

module.exports.remember = async ({ topic, partition, message }) => {
  const pair = JSON.parse(message.value.toString());
  const record = {
    topic: 'memory.pairs',
    messages: [{ key: pair.source, value: pair.target }],
  };

  const tx = await producer.transaction();
  try {
    await retry(
      async () => {
        await tx.send(record);
      },
      { retries: 4, minTimeout: 100 },
    );

    const offset = String(Number(message.offset) + 1);
    await tx.sendOffsets({
      consumerGroupId: groupId,
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (e) {
    const problems = [e];
    try {
      await tx.abort();
    } catch (e2) {
      problems.push(e2);
    }
    throw new AggregateError(problems, 'pair not remembered');
  }

  await tx.commit();
};

module.exports.start = () => producer.connect();
