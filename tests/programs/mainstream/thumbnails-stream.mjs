import { Consumer, Producer, MessagesStreamModes, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { resize } from './images.mjs';

const connection = { clientId: 'thumbnails', bootstrapBrokers: ['kafka:9092'] };

const consumer = new Consumer({
  ...connection,
  groupId: 'thumbnails',
  autocommit: false,
  deserializers: stringDeserializers,
});
const producer = new Producer({
  ...connection,
  idempotent: true,
  transactionalId: 'thumbnails-0',
  serializers: stringSerializers,
});

async function transform(message) {
  const thumbnail = await resize(message.value, { width: 160 });
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: [{ topic: 'images.thumbnails', key: message.key, value: thumbnail }] });
    await tx.addOffset(message);
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      console.error('rollback failed as well', abortError);
    }
    throw error;
  }
  await tx.commit();
}

export async function run(signal) {
  const stream = await consumer.consume({ topics: ['images.uploaded'], mode: MessagesStreamModes.COMMITTED });
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  try {
    for await (const message of stream) {
      if (signal.aborted) break;
      await transform(message);
    }
  } finally {
    await Promise.allSettled([consumer.close(true), producer.close(true)]);
  }
}
