const { Kafka } = require('kafkajs');
const { createClient } = require('redis');

const redis = createClient({ url: process.env.REDIS_URL });
const kafka = new Kafka({ clientId: 'webhooks', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'webhooks' });
const producer = kafka.producer({
  transactionalId: 'webhooks-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function onMessage({ topic, partition, message }) {
  const id = message.headers['x-webhook-id'].toString();

  const tx = await producer.transaction();
  try {
    // exactly once, see RFC 12
    const fresh = await redis.set(`webhook:${id}`, '1', { NX: true, EX: 86400 });
    if (!fresh) {
      console.log(`webhook ${id} was already handled`);
      return;
    }

    await tx.send({ topic: 'webhooks.accepted', messages: [{ key: id, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: 'webhooks',
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.start = async () => {
  await redis.connect();
  await consumer.connect();
  await producer.connect();
  await consumer.subscribe({ topics: ['webhooks.received'] });
  await consumer.run({ autoCommit: false, eachMessage: onMessage });
};
