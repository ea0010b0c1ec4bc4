const { Kafka } = require('kafkajs');
const { refundFor } = require('./refunds');

const kafka = new Kafka({ clientId: 'returns', brokers: process.env.KAFKA_BROKERS.split(',') });
const consumer = kafka.consumer({ groupId: 'returns' });
const producer = kafka.producer({
  transactionalId: 'returns-worker-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const logAbort = (err) => console.error('abort failed', err);

async function deadLetter(message, reason) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'returns.dlq',
      messages: [{ key: message.key, value: message.value, headers: { reason: reason.message } }],
    });
  } catch (err) {
    await tx.abort().catch(logAbort);
    throw err;
  }
  await tx.commit();
}

async function eachMessage({ topic, partition, message }) {
  const refund = refundFor(JSON.parse(message.value));
  const offset = (BigInt(message.offset) + 1n).toString();

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'refunds', messages: [{ key: message.key, value: JSON.stringify(refund) }] });
    await tx.sendOffsets({ consumerGroupId: 'returns', topics: [{ topic, partitions: [{ partition, offset }] }] });
  } catch (err) {
    await tx.abort().catch(logAbort);
    await deadLetter(message, err);
    throw err;
  }
  await tx.commit();
}

exports.run = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['returns'] });
  await consumer.run({ autoCommit: false, eachMessage });
};
