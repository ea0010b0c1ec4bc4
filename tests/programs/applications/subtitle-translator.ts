import { Kafka, type EachMessagePayload } from 'kafkajs';
import { translate } from './translate';

const GROUP = 'subtitle-translator';

const kafka = new Kafka({ clientId: GROUP, brokers: ['media-kafka:9092'] });
const consumer = kafka.consumer({ groupId: GROUP, readUncommitted: false });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.POD_ORDINAL ?? 0}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function* languagesOf(line: string): AsyncGenerator<{ lang: string; text: string }> {
  for (const lang of ['de', 'fr', 'it']) {
    yield { lang, text: await translate(line, lang) };
  }
}

async function eachMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const line = message.value?.toString() ?? '';
  const tx = await producer.transaction();
  try {
    for await (const { lang, text } of languagesOf(line)) {
      await tx.send({ topic: `subtitles.${lang}`, messages: [{ key: message.key, value: text }] });
    }
    await consumer.commitOffsets([
      { topic, partition, offset: (BigInt(message.offset) + 1n).toString() },
    ]);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error({ abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

export async function run(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['subtitles.en'] });
  await consumer.run({ autoCommit: false, eachMessage });
}
