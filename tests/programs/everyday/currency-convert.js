const { Kafka } = require('kafkajs');
const rates = require('./rates');

const kafka = new Kafka({ clientId: 'currency', brokers: [process.env.KAFKA_BROKER] });
const consumer = kafka.consumer({ groupId: 'currency' });
const producer = kafka.producer({ transactionalId: 'currency-0', idempotent: true, maxInFlightRequests: 1 });

const convert = ({ amount, currency }) => ({ amount: amount * rates.toEuro(currency), currency: 'EUR' });

async function eachMessage({ topic, partition, message }) {
  const price = JSON.parse(message.value.toString());
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'prices.eur',
      messages: [{ key: message.key, value: JSON.stringify(convert(price)), headers: message.headers }],
    });
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.start = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'prices.raw' });
  await consumer.run({ autoCommit: false, eachMessage });
};
