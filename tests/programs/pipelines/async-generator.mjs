import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const bootstrapBrokers = ['kafka:9092'];

const consumer = new Consumer({
  clientId: 'plankton-in',
  bootstrapBrokers,
  groupId: 'plankton',
  deserializers: stringDeserializers,
});
const producer = new Producer({
  clientId: 'plankton-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'plankton-0',
});

async function* inBatches(stream, size) {
  let batch = [];
  for await (const message of stream) {
    batch.push(message);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

export async function classify(speciesOf) {
  const stream = await consumer.consume({ topics: ['plankton.images'], autocommit: false });
  for await (const batch of inBatches(stream, 20)) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      for (const message of batch) {
        const species = speciesOf(message.value);
        await tx.send({ messages: [{ topic: 'plankton.species', key: message.key, value: species }] });
        await tx.addOffset(message);
      }
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
}
