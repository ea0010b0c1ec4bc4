import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { log } from './log.mjs';

const bootstrapBrokers = ['kafka-0:9092', 'kafka-1:9092'];

const consumer = new Consumer({
  clientId: 'flowers-in',
  bootstrapBrokers,
  groupId: 'flower-auction',
  deserializers: stringDeserializers,
});
const producer = new Producer({
  clientId: 'flowers-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'flower-auction-0',
});

export async function auction(priceOf) {
  const stream = await consumer.consume({ topics: ['flowers.lots'], autocommit: false });
  for await (const message of stream) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({
        messages: [{ topic: 'flowers.prices', key: message.key, value: String(priceOf(message.value)) }],
      });
      await tx.addOffset(message).catch((err) => log.warn({ err }, 'offset not added'));
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
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
