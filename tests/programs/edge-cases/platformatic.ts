// platformatic
import { Producer, Consumer, stringSerializers, stringDeserializers, GenericError, MultipleErrors } from '@platformatic/kafka';
const producer = new Producer({ clientId: 'p', bootstrapBrokers: ['b'], serializers: stringSerializers, idempotent: true, transactionalId: 'pt' });
const consumer = new Consumer({ clientId: 'c', groupId: 'g', bootstrapBrokers: ['b'], deserializers: stringDeserializers });
const stream = await consumer.consume({ topics: ['in'], autocommit: false });
for await (const message of stream) {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: [{ topic: 'out', key: message.key, value: message.value.toUpperCase() }] });
    await tx.addOffset(message);
  } catch (e) {
    await tx.abort().catch((x) => { console.error(x); tx.cancel(); });
    throw e;
  }
  await tx.commit();
}
