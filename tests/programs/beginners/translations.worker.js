const { Kafka } = require('kafkajs');
const { translate } = require('./deepl');

const kafka = new Kafka({ clientId: 'translations', brokers: ['localhost:9092'] });
const consumer = kafka.consumer({ groupId: 'translations' });
const producer = kafka.producer({
  transactionalId: 'translations-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const eachMessage = async ({ topic, partition, message }) => {
  const article = JSON.parse(message.value.toString());
  const german = await translate(article.text, 'de');

  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'articles.de',
      messages: [{ key: message.key, value: german }],
    });
    const next = (BigInt(message.offset) + 1n).toString();
    await consumer.commitOffsets([{ topic, partition, offset: next }]);
  } catch (err) {
    console.error('translation failed', article.id);
    await transaction.abort();
    throw err;
  }
  await transaction.commit();
};

(async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['articles'] });
  await consumer.run({ autoCommit: false, eachMessage });
})();
