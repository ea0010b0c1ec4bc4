const { Kafka } = require('kafkajs');
const { translate } = require('@acme/translate');

const kafka = new Kafka({ clientId: 'subtitles', brokers: ['kafka:29092'] });

const consumer = kafka.consumer({ groupId: 'subtitles-de' });
const producer = kafka.producer({
  transactionalId: 'subtitles-de',
  maxInFlightRequests: 1,
  idempotent: true,
});

async function run() {
  await consumer.connect();
  await producer.connect();
  await consumer.subscribe({ topic: 'subtitles.en' });

  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      const transaction = await producer.transaction();
      try {
        const text = await translate(message.value.toString(), 'de');
        await transaction.send({ topic: 'subtitles.de', messages: [{ key: message.key, value: text }] });
        await transaction.sendOffsets({
          consumerGroupId: 'subtitles-de',
          topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
        });
      } catch (e) {
        await transaction.abort();
        throw e;
      }
      await transaction.commit();
    },
  });
}

run().catch((err) => {
  console.error(err);
  process.exit(1);
});
