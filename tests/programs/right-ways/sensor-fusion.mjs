import kafkajs from 'kafkajs';

const groupId = 'sensor-fusion';
const kafka = new kafkajs.Kafka({ clientId: groupId, brokers: ['edge-kafka:9092'] });
const consumer = kafka.consumer({ groupId });
const producer = kafka.producer({ transactionalId: `${groupId}-0`, idempotent: true, maxInFlightRequests: 1 });

const max = (a, b) => (a > b ? a : b);

/** topic -> partition -> how far the group has got */
function progress(messages) {
  const seen = {};
  for (const { topic, partition, offset } of messages) {
    const partitions = (seen[topic] ??= {});
    partitions[partition] = max(BigInt(offset), partitions[partition] ?? 0n);
  }
  return Object.entries(seen).map(([topic, partitions]) => ({
    topic,
    partitions: Object.entries(partitions).map(([partition, offset]) => ({
      partition: Number(partition),
      offset: offset.toString(),
    })),
  }));
}

let window = [];

export async function fuse() {
  const messages = window;
  window = [];
  if (messages.length === 0) return;
  const fused = messages.map(({ key, value }) => ({ key, value }));

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'sensors.fused', messages: fused });
    await tx.sendOffsets({ consumerGroupId: groupId, topics: progress(messages) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('fusion: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function start() {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['lidar', 'radar'] });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message: { key, value, offset } }) => {
      window.push({ topic, partition, key, value, offset });
      if (window.length < 100) return;
      await fuse().catch((err) => {
        console.error('fusion: the window is lost, starting again from the committed offsets', err);
        process.exit(1);
      });
    },
  });
}
