import { Kafka, type EachMessagePayload } from 'kafkajs';

const kafka = new Kafka({ clientId: 'plagiarism', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'plagiarism' });
const producer = kafka.producer({ transactionalId: 'plagiarism-0', idempotent: true, maxInFlightRequests: 1 });

async function check({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'essays.checked', messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: 'plagiarism',
      topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('essay not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const run = () => consumer.run({ autoCommit: false, eachMessage: check });
