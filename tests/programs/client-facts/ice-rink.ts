import { Kafka, type KafkaMessage, type Offsets } from 'kafkajs';

const kafka = new Kafka({ clientId: 'ice-rink', brokers: ['kafka:9092'] });
export const producer = kafka.producer({
  transactionalId: 'ice-rink-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

interface Entry {
  topic: string;
  partition: number;
  message: KafkaMessage;
}

function positionsAfter(entries: Entry[]): Offsets {
  const byTopic: Record<string, Record<number, bigint>> = {};
  for (const { topic, partition, message } of entries) {
    const seen = (byTopic[topic] ??= {});
    const next = BigInt(message.offset) + 1n;
    if (seen[partition] === undefined || next > seen[partition]) seen[partition] = next;
  }
  return {
    topics: Object.entries(byTopic).map(([topic, partitions]) => ({
      topic,
      partitions: Object.entries(partitions).map(([partition, next]) => ({
        partition: Number(partition),
        offset: next.toString(),
      })),
    })),
  };
}

export async function admit(entries: Entry[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'rink.visits', messages: entries.map((e) => ({ value: e.message.value })) });
    await tx.sendOffsets({ consumerGroupId: 'ice-rink', ...positionsAfter(entries) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('visits not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
