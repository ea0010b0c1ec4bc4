import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { routeOf } from './routes.mjs';

const bootstrapBrokers = ['kafka:9092'];

const consumer = new Consumer({
  clientId: 'mail-in',
  bootstrapBrokers,
  groupId: 'mail-routes',
  deserializers: stringDeserializers,
});
const producer = new Producer({
  clientId: 'mail-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'mail-routes-0',
});

async function route(message) {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    tx.addOffset(message);
    await tx.send({
      messages: [{ topic: 'mail.routed', key: message.key, value: routeOf(message.value) }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'letter not rolled back');
    }
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
  for await (const message of await consumer.consume({ topics: ['mail'], autocommit: false })) {
    await route(message);
  }
}
