import { Kafka, type EachMessagePayload, type TopicOffsets } from 'kafkajs';

const GROUP = 'thesis-archive';

const kafka = new Kafka({ clientId: GROUP, brokers: ['uni-kafka:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: `${GROUP}-0`, idempotent: true, maxInFlightRequests: 1 });

const next = (offset: string): string => (BigInt(offset) + BigInt(1)).toString();

function positionAfter({ topic, partition, message }: EachMessagePayload): TopicOffsets {
  return { topic, partitions: [{ partition, offset: next(message.offset) }] };
}

function citations(text: string): string[] {
  return Array.from(text.matchAll(/\bdoi:(\S+)/g), ([, doi]) => doi as string);
}

async function archive(payload: EachMessagePayload): Promise<void> {
  const key = payload.message.key;
  const tx = await producer.transaction();
  let open = true;
  try {
    const found = citations(String(payload.message.value));
    await tx.send({ topic: 'theses.citations', messages: found.map((value) => ({ key, value })) });
    await tx.sendOffsets({ consumerGroupId: GROUP, topics: [positionAfter(payload)] });
    open = false;
    await tx.commit();
  } finally {
    if (open) {
      await tx.abort().catch((e: unknown) => console.error('thesis %s not rolled back', key, e));
    }
  }
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['theses.submitted'] });
  await consumer.run({ autoCommit: false, eachMessage: archive });
}
