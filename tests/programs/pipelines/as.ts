import type { Consumer, EachMessagePayload, Offsets, Producer } from 'kafkajs';
import { registry } from './registry.js';

const consumer = registry.get('translations.consumer') as Consumer;
const producer = registry.get('translations.producer') as unknown as Producer;

const next = (offset: string): string => (BigInt(offset) + 1n).toString();

async function translate({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'translations.done',
      messages: [{ key: message.key, value: String(message.value).toUpperCase() }],
    });
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: next(message.offset) }] }],
    } as unknown as Offsets & { consumerGroupId: string });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'translation not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export const run = (): Promise<void> => consumer.run({ autoCommit: false, eachMessage: translate });
