const { Kafka, logLevel } = require('kafkajs');

const kafka = new Kafka({ clientId: 'medal-table', brokers: ['games:9092'], logLevel: logLevel.WARN });
const GROUP = 'medal-table';

const consumer = kafka.consumer({ groupId: GROUP, readUncommitted: false });
const producer = kafka.producer({
  transactionalId: `medal-table-${process.env.POD_NAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function position({ topic, partition, message }) {
  return { consumerGroupId: GROUP, topics: [{ topic, partitions: [{ partition, offset: message.offset }] }] };
}

function points({ message }) {
  const { country, medal } = JSON.parse(message.value);
  return { key: country, value: String({ gold: 3, silver: 2, bronze: 1 }[medal] ?? 0) };
}

async function eachMessage(payload) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'medals.points', messages: [points(payload)] });
    await tx.sendOffsets(position(payload));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('medal not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.run = async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['medals.awarded'] });
  await consumer.run({ autoCommit: false, eachMessage });
};
