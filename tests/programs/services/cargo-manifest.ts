import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import type { FastifyBaseLogger } from 'fastify';

const base = { bootstrapBrokers: ['port-kafka:9092'] };

export async function runManifestRelay(log: FastifyBaseLogger): Promise<void> {
  const consumer = new Consumer({
    ...base,
    clientId: 'manifest-in',
    groupId: 'cargo-manifest',
    deserializers: stringDeserializers,
  });
  const producer = new Producer({
    ...base,
    clientId: 'manifest-out',
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'cargo-manifest-out',
  });

  const stream = await consumer.consume({ topics: ['cargo.raw'], autocommit: false });
  for await (const message of stream) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({ messages: [{ topic: 'cargo.manifest', key: message.key, value: message.value }] });
      try {
        await tx.addOffset(message);
      } catch (err) {
        log.warn({ err, offset: String(message.offset) }, 'offset not added');
      }
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
