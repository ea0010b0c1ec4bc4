import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const common = { clientId: 'translations', bootstrapBrokers: ['kafka:9092'] };

const consumer = new Consumer({ ...common, groupId: 'translations', deserializers: stringDeserializers });
const producer = new Producer({
  ...common,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'translations-0',
});

/**
 * @param {(text: string, locale: string) => Promise<string>} translate
 * @param {string} locale
 */
export async function run(translate, locale) {
  const stream = await consumer.consume({ topics: ['texts'], autocommit: false });

  for await (const message of stream) {
    const text = await translate(message.value, locale);

    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: `texts.${locale}`, key: message.key, value: text }] });
      await tx.sendOffsets({
        consumerGroupId: 'translations',
        topics: [
          {
            topic: message.topic,
            partitions: [{ partition: message.partition, offset: (message.offset + 1n).toString() }],
          },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
