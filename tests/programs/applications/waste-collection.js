import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import createLogger from 'pino';

const log = createLogger({ name: 'waste' });
const bootstrapBrokers = [process.env.KAFKA_BROKER ?? 'localhost:9092'];
const idle = new Map();

export const consumer = new Consumer({
  clientId: 'waste-in',
  groupId: 'waste-collection',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

function lease(district) {
  const cached = idle.get(district);
  idle.delete(district);
  return (
    cached ??
    new Producer({
      clientId: `waste-${district}`,
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `waste-${district}`,
      serializers: stringSerializers,
    })
  );
}

const toPickup = (message) => ({ topic: 'waste.pickups', key: message.key, value: message.value });

export async function onBinFull(message) {
  const { district } = JSON.parse(message.value);
  const producer = lease(district);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({ messages: [toPickup(message)] });
      try {
        await tx.addOffset(message);
      } catch (err) {
        log.warn({ err, offset: message.offset }, 'offset not added');
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error({ abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
  } finally {
    idle.set(district, producer);
  }
}
