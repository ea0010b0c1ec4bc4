import { Kafka } from 'kafkajs';

const GROUP = 'sensor-dedupe';
const kafka = new Kafka({ clientId: GROUP, brokers: process.env.BROKERS.split(',') });

const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const lastSeen = new Map();

function* fresh(messages) {
  for (const message of messages) {
    const id = String(message.key);
    const value = String(message.value);
    if (lastSeen.get(id) !== value) {
      lastSeen.set(id, value);
      yield { key: id, value };
    }
  }
}

export async function eachBatch({ batch, isRunning, isStale, heartbeat, resolveOffset }) {
  if (!isRunning() || isStale()) return;

  const kept = [...fresh(batch.messages)];
  let next = BigInt(batch.firstOffset());
  for (const { offset } of batch.messages) {
    next = BigInt(offset) + 1n;
  }

  const tx = await producer.transaction();
  try {
    if (kept.length > 0) {
      await tx.send({ topic: 'sensors.changed', messages: kept });
    }
    await heartbeat();
    await tx.sendOffsets({
      consumerGroupId: GROUP,
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: next.toString() }] }],
    });
  } catch (err) {
    lastSeen.clear();
    await tx.abort().catch((abortErr) => console.error('dedupe: abort failed', abortErr));
    throw err;
  }
  await tx.commit().catch((err) => {
    lastSeen.clear();
    throw err;
  });
  resolveOffset(String(next - 1n));
}

await producer.connect();
await consumer.connect();
await consumer.subscribe({ topics: ['sensors.raw'] });
await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
