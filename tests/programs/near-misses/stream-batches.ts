import { Consumer, Producer, stringDeserializers, stringSerializers, type Message } from '@platformatic/kafka';

type In = Message<string, string, string, string>;

async function* inBatches<T>(source: AsyncIterable<T>, size: number, signal: AbortSignal): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of source) {
    batch.push(item);
    if (batch.length === size || signal.aborted) {
      yield batch;
      batch = [];
    }
    if (signal.aborted) return;
  }
  if (batch.length > 0) yield batch;
}

export async function transliterate(bootstrapBrokers: string[], signal: AbortSignal): Promise<void> {
  const shared = { clientId: 'transliterate', bootstrapBrokers };
  const consumer = new Consumer({ ...shared, groupId: 'transliterate', deserializers: stringDeserializers });
  const producer = new Producer({
    ...shared,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'transliterate-0',
  });

  try {
    const stream = await consumer.consume({ topics: ['names'], autocommit: false });
    for await (const batch of inBatches<In>(stream, 100, signal)) {
      const lastOf = new Map<string, In>();
      const tx = await producer.beginTransaction();
      try {
        await tx.addConsumer(consumer);
        for (const message of batch) {
          lastOf.set(`${message.topic}/${message.partition}`, message);
          await tx.send({ messages: [{ topic: 'names.latin', key: message.key, value: message.value.normalize('NFD') }] });
        }
        for (const message of lastOf.values()) {
          await tx.addOffset(message);
        }
      } catch (err) {
        await tx.abort().catch((e: unknown) => console.error('transliterate: abort failed', e));
        throw err;
      }
      await tx.commit();
    }
  } finally {
    await producer.close(true);
    await consumer.close(true);
  }
}
