import { Kafka, logLevel } from 'kafkajs';
import { snapToRoad } from './roads.mjs';

const kafka = new Kafka({ clientId: 'gps', brokers: process.env.BROKERS.split(','), logLevel: logLevel.WARN });

const producer = kafka.producer({
  transactionalId: `gps-${process.env.CELL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});
const consumer = kafka.consumer({ groupId: 'gps', maxBytesPerPartition: 512 * 1024 });

export const eachBatch = async ({ batch, heartbeat, isRunning, isStale }) => {
  if (!isRunning() || isStale()) return;
  const { topic, partition } = batch;

  const tx = await producer.transaction();
  try {
    batch.messages.forEach(async ({ key, value }) => {
      const segment = await snapToRoad(value);
      await tx.send({ topic: 'gps.segments', messages: [{ key, value: segment }] });
      await heartbeat();
    });

    await tx.sendOffsets({
      consumerGroupId: 'gps',
      topics: [{ topic, partitions: [{ partition, offset: `${BigInt(batch.lastOffset()) + 1n}` }] }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `${topic}[${partition}]: not rolled back`);
    }
    throw err;
  }
  await tx.commit();
};

export async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'gps.raw' });
  await consumer.run({ autoCommit: false, eachBatch });
}
