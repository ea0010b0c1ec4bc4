import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { decode, isHeartbeat } from './frames.mjs';

const bootstrapBrokers = ['fleet-kafka-1:9092', 'fleet-kafka-2:9092'];

function createConsumer(region) {
  return new Consumer({
    clientId: `telemetry-in-${region}`,
    groupId: `vehicle-telemetry-${region}`,
    bootstrapBrokers,
    deserializers: stringDeserializers,
  });
}

function createProducer(region) {
  return new Producer({
    clientId: `telemetry-out-${region}`,
    bootstrapBrokers,
    idempotent: true,
    transactionalId: `vehicle-telemetry-${region}`,
    serializers: stringSerializers,
  });
}

async function rollBack(tx, reason) {
  await tx.abort().catch((abortErr) => {
    throw new AggregateError([reason, abortErr], 'frame neither written nor rolled back');
  });
  throw reason;
}

export async function relay(region, { signal }) {
  const consumer = createConsumer(region);
  const producer = createProducer(region);

  const frames = await consumer.consume({ topics: [`fleet.${region}`], autocommit: false });
  signal.addEventListener('abort', () => frames.close(), { once: true });

  try {
    for await (const frame of frames) {
      if (isHeartbeat(frame.value)) {
        // nothing to write: the group just moves on
        await frame.commit();
        continue;
      }
      const tx = await producer.beginTransaction();
      try {
        await tx.addConsumer(consumer);
        await tx.send({ messages: decode(frame.value).map((value) => ({ topic: 'fleet.decoded', key: frame.key, value })) });
        await tx.addOffset(frame);
      } catch (err) {
        await rollBack(tx, err);
      }
      await tx.commit();
    }
  } finally {
    await consumer.close(true);
    await producer.close(true);
  }
}
