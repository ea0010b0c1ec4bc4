import {
  Consumer,
  MultipleErrors,
  Producer,
  stringDeserializers,
  stringSerializers,
  type Message,
} from '@platformatic/kafka';

type Text = Message<string, string, string, string>;

const bootstrapBrokers = ['kafka-0:9092'];

export const consumer = new Consumer({
  clientId: 'dedupe-in',
  groupId: 'dedupe',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

const producer = new Producer({
  clientId: 'dedupe-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'dedupe-0',
});

const isFenced = (err: unknown): boolean =>
  err instanceof Error &&
  MultipleErrors.isMultipleErrors(err) &&
  (err as MultipleErrors).findBy('apiId', 'PRODUCER_FENCED') !== null;

export async function pass(messages: Text[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: messages.map(({ key, value }) => ({ topic: 'events.unique', key, value })) });
    for (const message of messages) {
      await tx.addOffset(message);
    }
  } catch (err) {
    if (isFenced(err)) {
      await producer.close(true);
      throw new Error('fenced by another instance', { cause: err });
    }
    await tx.abort().catch(async (abortErr) => {
      console.error('abort failed', abortErr);
      await producer.close(true);
    });
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}
