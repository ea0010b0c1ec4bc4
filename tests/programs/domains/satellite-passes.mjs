import { Consumer, Producer, jsonDeserializer, stringSerializers } from '@platformatic/kafka';

const options = { bootstrapBrokers: ['ground-1:9092', 'ground-2:9092'], clientId: 'passes' };
const BATCH = 50;

async function* inBatches(source, size) {
  let batch = [];
  for await (const item of source) {
    batch.push(item);
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const summary = ({ value }) => ({
  topic: 'satellite.summaries',
  key: value.norad,
  value: `${value.rise};${value.set};${value.maxElevation}`,
});

async function relay(producer, consumer, batch) {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: batch.map(summary) });
    await Promise.all(batch.map((message) => tx.addOffset(message)));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function run() {
  const consumer = new Consumer({ ...options, groupId: 'passes', deserializers: { value: jsonDeserializer } });
  const producer = new Producer({
    ...options,
    idempotent: true,
    transactionalId: 'satellite-passes-0',
    serializers: stringSerializers,
  });
  try {
    const stream = await consumer.consume({ topics: ['satellite.passes'], autocommit: false });
    for await (const batch of inBatches(stream, BATCH)) {
      await relay(producer, consumer, batch);
    }
  } finally {
    await producer.close(true);
    await consumer.close(true);
  }
}
