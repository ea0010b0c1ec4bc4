const { Kafka } = require('kafkajs');
const nspell = require('./nspell');

const kafka = new Kafka({ clientId: 'spellcheck', brokers: ['localhost:9092'] });
const consumer = kafka.consumer({ groupId: 'spellcheck' });
const stats = kafka.producer(); // no transactions here
const producer = kafka.producer({
  transactionalId: 'spellcheck-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function eachMessage({ topic, partition, message }) {
  const words = message.value.toString().split(/\s+/);
  const wrong = words.filter((w) => !nspell.correct(w));
  const offset = String(parseInt(message.offset, 10) + 1);

  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'texts.mistakes',
      messages: [{ key: message.key, value: wrong.join(',') }],
    });
    await transaction.sendOffsets({
      consumerGroupId: 'spellcheck',
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (err) {
    await transaction.abort().catch(console.error);
    throw err;
  }
  await transaction.commit();

  // statistics may get lost, they must not stop the worker
  await stats
    .send({ topic: 'spellcheck.stats', messages: [{ value: String(wrong.length) }] })
    .catch(console.error);
}

module.exports = async () => {
  await Promise.all([producer.connect(), stats.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['texts'] });
  await consumer.run({ autoCommit: false, eachMessage });
};
