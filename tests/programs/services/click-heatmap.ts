import * as Sentry from '@sentry/node';
import { Kafka, type EachBatchPayload } from 'kafkajs';

const kafka = new Kafka({ clientId: 'heatmap', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const consumer = kafka.consumer({ groupId: 'heatmap' });
const producer = kafka.producer({
  transactionalId: `heatmap-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const cell = (x: number, y: number): string => `${Math.floor(x / 40)}:${Math.floor(y / 40)}`;

async function aggregate({ batch }: EachBatchPayload): Promise<void> {
  const counts = new Map<string, number>();
  for (const { value } of batch.messages) {
    const { x, y } = JSON.parse(value!.toString()) as { x: number; y: number };
    const id = cell(x, y);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'heatmap.cells',
      messages: [...counts].map(([key, n]) => ({ key, value: String(n) })),
    });
    await tx.sendOffsets({
      consumerGroupId: 'heatmap',
      topics: [
        {
          topic: batch.topic,
          partitions: [{ partition: batch.partition, offset: (BigInt(batch.lastOffset()) + 1n).toString() }],
        },
      ],
    });
  } catch (err) {
    Sentry.captureException(err, { tags: { topic: batch.topic } });
    await tx.abort().catch((abortErr) => Sentry.captureException(abortErr));
    return;
  }
  await tx.commit();
}

export async function start(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'clicks' });
  await consumer.run({ autoCommit: false, eachBatch: aggregate });
}
