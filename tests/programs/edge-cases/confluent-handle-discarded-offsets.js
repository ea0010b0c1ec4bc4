// confluent, handle discarded, offsets
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const kafka = new Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ 'transactional.id': 'c' });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'g', autoCommit: false } });
async function main() {
  await producer.connect(); await consumer.connect(); await consumer.subscribe({ topic: 't' });
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      await producer.transaction();
      try {
        await producer.send({ topic: 'o', messages: [{ value: message.value }] });
        await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }] });
      } catch (e) {
        try { await producer.abort(); } catch (a) { console.error('abort', a); }
        throw e;
      }
      await producer.commit();
    },
  });
}
main().catch((e) => { console.error(e); process.exit(1); });
