import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import { drizzle } from 'drizzle-orm/libsql';
import { events } from './schema.mjs';

const db = drizzle(process.env.DATABASE_URL);
const producer = new Producer({
  clientId: 'events',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
});

async function send(message, retries = 3) {
  try {
    await producer.send({ messages: [message] });
  } catch (error) {
    if (retries > 0 && GenericError.isGenericError(error)) {
      return send(message, retries - 1);
    }
    console.error('event not sent', error);
  }
}

export async function record(name, payload) {
  await db
    .transaction(async (tx) => {
      tx.insert(events).values({ name, payload });
      await send({ topic: 'events', key: name, value: JSON.stringify(payload) });
    })
    .catch((error) => {
      console.error('event not stored', error);
    });
}

export async function close() {
  await producer.close();
  producer.send({ messages: [] });
}
