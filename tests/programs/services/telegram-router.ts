import { Kafka, type EachMessagePayload, type ProducerRecord } from 'kafkajs';

const GROUP = 'telegram-router';
const kafka = new Kafka({ clientId: GROUP, brokers: ['kafka-1:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: GROUP, idempotent: true, maxInFlightRequests: 1 });

interface Telegram {
  region: string;
  text: string;
}

function routed(key: Buffer | null, value: Buffer | null): ProducerRecord {
  try {
    const telegram = JSON.parse(String(value)) as Telegram;
    return { topic: `telegrams.${telegram.region}`, messages: [{ key, value: telegram.text }] };
  } catch (err) {
    console.warn('unreadable telegram goes to the dead letters', (err as Error).message);
    return { topic: 'telegrams.dlq', messages: [{ key, value }] };
  }
}

async function eachMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send(routed(message.key, message.value));
    await tx.sendOffsets({
      consumerGroupId: GROUP,
      topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function start(): Promise<void> {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['telegrams'] });
  await consumer.run({ autoCommit: false, eachMessage });
}
