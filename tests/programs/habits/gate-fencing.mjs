import { Consumer, MultipleErrors, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const base = { clientId: 'gates', bootstrapBrokers: (process.env.BROKERS ?? 'localhost:9092').split(',') };
const consumer = new Consumer({ ...base, groupId: 'gates', deserializers: stringDeserializers });

const createProducer = () =>
  new Producer({
    ...base,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `gates-${process.env.TERMINAL ?? 'a'}`,
  });

let producer = createProducer();

const replaceProducer = async () => {
  const old = producer;
  producer = createProducer();
  await old.close(true);
};

const fenced = (err) =>
  MultipleErrors.isMultipleErrors(err) &&
  ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'].some((apiId) => err.findBy('apiId', apiId));

async function move(message) {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: [{ topic: 'gates.assigned', key: message.key, value: message.value.trim() }] });
    await tx.addOffset(message);
  } catch (err) {
    if (fenced(err)) await replaceProducer();
    else await tx.abort().catch((abortErr) => console.error('gates: abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await replaceProducer();
    throw err;
  }
}

export async function run() {
  const stream = await consumer.consume({ topics: ['gates.requests'], autocommit: false });
  for await (const message of stream) await move(message);
}
