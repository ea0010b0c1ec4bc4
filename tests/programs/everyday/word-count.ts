import { Kafka, type EachMessageHandler } from 'kafkajs';

const groupId = 'word-count';
const kafka = new Kafka({ clientId: groupId, brokers: ['localhost:9092'] });
const consumer = kafka.consumer({ groupId });
const producer = kafka.producer({ transactionalId: groupId, idempotent: true, maxInFlightRequests: 1 });

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const eachMessage: EachMessageHandler = async ({ topic, partition, message }) => {
  const counts = countWords(message.value?.toString() ?? '');
  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'word-counts',
      messages: [...counts].map(([key, n]) => ({ key, value: String(n) })),
    });
    await transaction.sendOffsets({
      consumerGroupId: groupId,
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
  } catch (err) {
    await transaction.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await transaction.commit();
};

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'texts', fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage });
}
