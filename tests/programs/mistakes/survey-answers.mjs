import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'surveys', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'surveys' });
const producer = kafka.producer({ transactionalId: 'surveys-0', idempotent: true, maxInFlightRequests: 1 });

async function eachBatch({ batch, heartbeat }) {
  const tx = await producer.transaction();
  try {
    let offset;
    for (const message of batch.messages) {
      await tx.send({ topic: 'surveys.answers', messages: [{ key: message.key, value: message.value }] });
      offset = message.offset;
      await heartbeat();
    }
    await tx.sendOffsets({
      consumerGroupId: 'surveys',
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('answers not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const run = () => consumer.run({ autoCommit: false, eachBatch });
