import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const bootstrapBrokers = ['kafka:9092'];
const groupId = 'dough';

const consumer = new Consumer({
  clientId: 'dough-in',
  bootstrapBrokers,
  groupId,
  deserializers: stringDeserializers,
});
const producer = new Producer({
  clientId: 'dough-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'dough-0',
});

async function knead(message) {
  const { topic, partition, offset, key, value } = message;
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'dough.kneaded', key, value }] });
    await tx.sendOffsets({
      consumerGroupId: groupId,
      topics: [{ topic, partitions: [{ partition, offset: String(offset + 1n) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export async function run() {
  const stream = await consumer.consume({ topics: ['dough.mixed'], autocommit: false });
  for await (const message of stream) {
    await knead(message);
  }
}
