import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { anonymise } from './anonymise.mjs';

const bootstrapBrokers = ['clinic-kafka:9092'];

const consumer = new Consumer({
  clientId: 'clinic-relay-in',
  groupId: 'clinic-relay',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

const producer = new Producer({
  clientId: 'clinic-relay-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'clinic-relay',
});

async function forward(message) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.addConsumer(consumer);
    await transaction.send({
      messages: [{ topic: 'clinic.public', key: message.key, value: anonymise(message.value) }],
    });
    transaction.addOffset(message);
  } catch (err) {
    await transaction.abort().catch((abortErr) => console.error('relay: abort failed', abortErr));
    throw err;
  }
  await transaction.commit();
}

const stream = await consumer.consume({ topics: ['clinic.internal'], autocommit: false });
for await (const message of stream) {
  await forward(message);
}
