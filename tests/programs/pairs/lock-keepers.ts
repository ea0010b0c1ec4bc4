import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const connection = { clientId: 'lock-keepers', bootstrapBrokers: ['canal:9092'] };

export async function keepLocks(signal: AbortSignal): Promise<void> {
  const consumer = new Consumer({ ...connection, groupId: 'lock-keepers', deserializers: stringDeserializers });
  const producer = new Producer({
    ...connection,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'lock-keepers-0',
  });

  try {
    const stream = await consumer.consume({ topics: ['canal.passages'], autocommit: false });
    for await (const message of stream) {
      if (signal.aborted) break;
      if (message.value === '') {
        // nothing to write for an empty passage: its offset needs no transaction
        await message.commit();
        continue;
      }

      const tx = await producer.beginTransaction();
      try {
        await tx.addConsumer(consumer);
        await tx.send({ messages: [{ topic: 'canal.locks', key: message.key, value: message.value }] });
        // adds one itself
        await tx.addOffset(message);
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('passage not rolled back', abortErr));
        throw err;
      }
      await tx.commit();
    }
  } finally {
    await Promise.allSettled([consumer.close(true), producer.close(true)]);
  }
}
