import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'subtitles', brokers: ['media:9092'] });
const consumer = kafka.consumer({ groupId: 'subtitles' });
const producer = kafka.producer({ transactionalId: 'subtitles-0', idempotent: true, maxInFlightRequests: 1 });

const after = (offset) => (BigInt(offset) + 1n).toString();

export const run = () => consumer.run({ autoCommit: false, eachMessage });

async function eachMessage({ topic, partition, message }) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'media.cues', messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: 'subtitles',
      topics: [{ topic, partitions: [{ partition, offset: after(message.offset) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('cue not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
