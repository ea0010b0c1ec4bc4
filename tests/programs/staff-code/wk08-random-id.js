const { randomUUID } = require('crypto');
const { Kafka } = require('kafkajs');

const config = Object.freeze({
  brokers: (process.env.KAFKA_BROKERS || 'localhost:9092').split(','),
  groupId: 'thumbnailer',
  transactionalId: `thumbnailer-${randomUUID()}`,
});

const kafka = new Kafka({ clientId: 'thumbnailer', brokers: config.brokers });
const consumer = kafka.consumer({ groupId: config.groupId });
const producer = kafka.producer({
  transactionalId: config.transactionalId,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function handle({ topic, partition, message }, render) {
  const value = await render(message.value);
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'thumbnails', messages: [{ key: message.key, value }] });
    await tx.sendOffsets({
      consumerGroupId: config.groupId,
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.start = async (render) => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['images'] });
  await consumer.run({ autoCommit: false, eachMessage: (payload) => handle(payload, render) });
};
