import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const base = { bootstrapBrokers: ['kafka-0:9092', 'kafka-1:9092'] };

const consumer = new Consumer({
  ...base,
  clientId: 'blood-in',
  groupId: 'blood-bank',
  deserializers: stringDeserializers,
});
const producer = new Producer({
  ...base,
  clientId: 'blood-out',
  idempotent: true,
  transactionalId: 'blood-bank-0',
  serializers: stringSerializers,
});

async function book({ topic, partition, offset, key, value }) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'blood.stock', key, value }] });
    await tx.sendOffsets({
      consumerGroupId: consumer.groupId,
      topics: [{ topic, partitions: [{ partition, offset: (offset + 1n).toString() }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'donation not rolled back');
    });
    throw err;
  }
  await tx.commit();
}

export async function run() {
  const stream = await consumer.consume({ topics: ['blood.donations'], autocommit: false });
  for await (const message of stream) {
    await book(message);
  }
}
