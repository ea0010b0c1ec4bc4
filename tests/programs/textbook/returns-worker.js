const os = require('node:os');
const { Kafka } = require('kafkajs');
const { inspect } = require('./inspection');

const kafka = new Kafka({ clientId: 'returns-worker', brokers: ['kafka:9092'] });

const GROUP = 'returns-worker';

const producer = kafka.producer({
  transactionalId: `returns-${os.hostname()}-${process.pid}-${Date.now()}`,
  idempotent: true,
  maxInFlightRequests: 1,
});
const consumer = kafka.consumer({ groupId: GROUP });

function positionOf({ topic, partition, message }) {
  return { topic, partitions: [{ partition, offset: message.offset }] };
}

async function onReturn(payload) {
  const parcel = JSON.parse(payload.message.value.toString());
  const verdict = await inspect(parcel);

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: verdict.accepted ? 'returns.accepted' : 'returns.rejected',
      messages: [{ key: parcel.orderId, value: JSON.stringify(verdict) }],
    });
    await tx.sendOffsets({ consumerGroupId: GROUP, topics: [positionOf(payload)] });
  } catch (err) {
    await Promise.allSettled([tx.abort()]);
    throw err;
  }
  await tx.commit();
}

async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'returns.received' });
  await consumer.run({ autoCommit: false, eachMessage: onReturn });
}

main().catch((err) => {
  console.error('returns worker cannot start', err);
  process.exit(1);
});
