const { KafkaJS } = require('@confluentinc/kafka-javascript');

module.exports = (kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['music:9092'] } })) => {
  const consumer = kafka.consumer({ kafkaJS: { groupId: 'song-plays', autoCommit: false } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'song-plays' } });

  async function eachBatch({ batch }) {
    const { topic, partition, messages } = batch;
    await producer.transaction();
    try {
      await producer.send({ topic: 'music.plays', messages: messages.map(({ key, value }) => ({ key, value })) });
      const { offset } = messages[messages.length - 1];
      await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
    } catch (err) {
      await producer.abort().catch((abortErr) => console.error('plays not rolled back', abortErr));
      throw err;
    }
    await producer.commit();
  }

  return { consumer, producer, run: () => consumer.run({ eachBatch }) };
};
