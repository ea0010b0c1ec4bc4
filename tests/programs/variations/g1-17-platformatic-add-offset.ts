import { Consumer, Producer, stringDeserializers, stringSerializers, type Message } from '@platformatic/kafka';

const base = { clientId: 'recipe-index', bootstrapBrokers: ['kafka:9092'] };
const consumer = new Consumer({ ...base, groupId: 'recipe-index', deserializers: stringDeserializers });
const producer = new Producer({
  ...base,
  idempotent: true,
  transactionalId: 'recipe-index-0',
  serializers: stringSerializers,
});

type Incoming = Message<string, string, string, string>;

async function index(message: Incoming): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: [{ topic: 'recipes.words', key: message.key, value: message.value.toLowerCase() }] });
    // the client adds the one itself
    await tx.addOffset(message);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'recipe not rolled back');
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

export async function run(): Promise<void> {
  const stream = await consumer.consume({ topics: ['recipes'], autocommit: false });
  for await (const message of stream) {
    await index(message);
  }
}
