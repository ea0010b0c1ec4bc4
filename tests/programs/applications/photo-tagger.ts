import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { detect } from './vision.ts';

const base = { clientId: 'photo-tagger', bootstrapBrokers: ['photos-kafka:9092'] } as const;

const consumer = new Consumer({
  clientId: base.clientId,
  bootstrapBrokers: [...base.bootstrapBrokers],
  groupId: 'photo-tagger',
  deserializers: stringDeserializers,
});

const producer = new Producer({
  clientId: base.clientId,
  bootstrapBrokers: [...base.bootstrapBrokers],
  idempotent: true,
  transactionalId: `photo-tagger-${process.env.SLOT ?? 0}`,
  serializers: stringSerializers,
});

export async function run(): Promise<void> {
  const stream = await consumer.consume({ topics: ['photos.uploaded'], autocommit: false, maxWaitTime: 500 });

  photos: for await (const message of stream) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      for (const tag of await detect(message.value)) {
        if (tag === 'private') {
          console.debug('private photo skipped', message.key);
          continue photos;
        }
        await tx.send({ messages: [{ topic: 'photos.tags', key: message.key, value: tag }] });
      }
      tx.addOffset(message);
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
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
