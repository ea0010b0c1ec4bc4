import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { setTimeout as sleep } from 'node:timers/promises';
import { locate } from './geocoder.mjs';
import { log } from './log.mjs';

const bootstrapBrokers = process.env.KAFKA_BROKERS.split(',');
const consumer = new Consumer({ clientId: 'pickup-points', groupId: 'pickup-points', bootstrapBrokers, deserializers: stringDeserializers });
const producer = new Producer({
  clientId: 'pickup-points',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `pickup-points-${process.env.REPLICA}`,
});

async function* batches(stream, size) {
  let batch = [];
  for await (const message of stream) {
    batch.push(message);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const lastOfEachPartition = (batch) => {
  const last = new Map();
  for (const message of batch) last.set(`${message.topic}-${message.partition}`, message);
  return last.values();
};

async function relocate(batch) {
  const points = await Promise.all(batch.map(async ({ key, value }) => ({ key, position: await locate(value) })));

  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: points.map(({ key, position }) => ({ topic: 'pickup.points', key, value: position.join(',') })) });
    for (const message of lastOfEachPartition(batch)) {
      await tx.addOffset(message);
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

export async function run() {
  const stream = await consumer.consume({ topics: ['pickup.addresses'], autocommit: false, mode: 'committed' });
  try {
    for await (const batch of batches(stream, 50)) {
      await relocate(batch);
      await sleep(20);
    }
  } finally {
    await stream.close();
    await producer.close(true);
  }
}
