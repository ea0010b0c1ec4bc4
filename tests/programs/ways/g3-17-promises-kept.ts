import { Producer, stringSerializers, type ProduceResult } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'translations',
  bootstrapBrokers: ['kafka-0:9092', 'kafka-1:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'translations-0',
});

export type Translations = Readonly<Record<string, string>>;

export async function publish(key: string, translations: Translations): Promise<string[]> {
  const pending = new Map<string, Promise<ProduceResult>>();
  const tx = await producer.beginTransaction();

  try {
    for (const [language, value] of Object.entries(translations)) {
      const topic = `texts.${language}`;
      pending.set(language, tx.send({ messages: [{ topic, key, value }] }));
    }
    console.debug('%s: %d languages under way', key, pending.size);
    await Promise.all(pending.values());
  } catch (err) {
    await Promise.allSettled(pending.values());
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `${key} not rolled back`);
    }
    throw new Error(`${key} was not translated`, { cause: err });
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
  return [...pending.keys()];
}
