const promiseRetry = require('promise-retry');
const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { brokers } = require('./settings');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers, clientId: 'gift-cards' } });

/** Each attempt has a producer of its own, so nothing of a failed one is left over. */
async function withProducer(work) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'gift-cards-0' } });
  await producer.connect();
  try {
    return await work(producer);
  } finally {
    await producer.disconnect();
  }
}

async function activate(producer, cards) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'giftcards.activated',
      messages: cards.map(({ code, cents }) => ({ key: code, value: String(cents) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('activation not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
}

exports.activateCards = (cards) =>
  promiseRetry({ retries: 3, minTimeout: 500 }, (again, attempt) =>
    withProducer((producer) => activate(producer, cards)).catch((err) => {
      console.warn('attempt %d failed', attempt, err.message);
      return again(err);
    }),
  );
