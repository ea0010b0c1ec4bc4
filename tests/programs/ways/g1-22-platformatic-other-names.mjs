import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { label } from './classifier.mjs';

const bootstrapBrokers = process.env.KAFKA_URL.split(' ');

const producer = new Producer({
  clientId: 'photo-labels',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  retries: 5,
});

const consumer = new Consumer({
  clientId: 'photo-labels-in',
  groupId: 'photo-labels',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

async function process(message) {
  const labels = await label(message.value);
  const { topic, partition, offset } = message;

  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({
      messages: labels.map((value) => ({ topic: 'photos.labels', key: message.key, value })),
    });
    await transaction.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: String(offset + 1n) }] }],
    });
  } catch (err) {
    try {
      await transaction.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `photo ${message.key} not rolled back`);
    }
    throw err;
  }
  await transaction.commit();
}

export async function start() {
  const stream = await consumer.consume({ topics: ['photos'], autocommit: false });
  for await (const message of stream) {
    await process(message);
  }
}
