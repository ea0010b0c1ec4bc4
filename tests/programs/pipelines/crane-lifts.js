const { Kafka } = require('kafkajs');
const logger = require('./logger');

const kafka = new Kafka({ clientId: 'crane-lifts', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'crane-lifts' });
const producer = kafka.producer({
  transactionalId: 'crane-lifts-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function relay({ topic, partition, message }) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'lifts.tonnes', messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: 'crane-lifts',
      topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'lift not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

exports.run = async function run() {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['lifts'] });
  await consumer.run({
    autoCommit: false,
    eachMessage: async (payload) => {
      try {
        await relay(payload);
      } catch (err) {
        logger.error({ err, offset: payload.message.offset }, 'lift not relayed');
      }
    },
  });
};
