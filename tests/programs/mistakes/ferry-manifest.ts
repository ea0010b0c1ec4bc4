import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const common = { clientId: 'ferry-manifest', bootstrapBrokers: ['port:9092'] };
const producer = new Producer({
  ...common,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'ferry-manifest',
});
const consumer = new Consumer({ ...common, groupId: 'ferry-manifest', deserializers: stringDeserializers });

export async function run(): Promise<void> {
  const stream = await consumer.consume({ topics: ['ferry.boarding'], autocommit: false });
  for await (const message of stream) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({ messages: [{ topic: 'ferry.manifest', key: message.key, value: message.value }] });
      await tx.addOffset(message).catch((err: unknown) => console.warn('offset not added', err));
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('manifest not rolled back', abortErr));
      await producer.close(true);
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
