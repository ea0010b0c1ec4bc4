import { Kafka, type EachBatchPayload } from 'kafkajs';

const kafka = new Kafka({ clientId: 'noise-levels', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'noise-levels' });
const producer = kafka.producer({
  transactionalId: 'noise-levels-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function loudest({ batch }: EachBatchPayload): Promise<void> {
  const { topic, partition, messages } = batch;
  const decibels = messages.map((message) => Number(message.value));
  const { offset } = messages[messages.length - 1];

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'noise.loudest',
      messages: [{ key: String(partition), value: String(Math.max(...decibels)) }],
    });
    await tx.sendOffsets({
      consumerGroupId: 'noise-levels',
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'batch not rolled back');
    });
    throw err;
  }
  await tx.commit();
}

export const run = (): Promise<void> => consumer.run({ autoCommit: false, eachBatch: loudest });
