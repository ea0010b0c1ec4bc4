import { KafkaJS } from '@confluentinc/kafka-javascript';
import { parsePassage } from './passage.mjs';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['locks-kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'canal-locks', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'canal-locks-0' } });

const position = ({ topic, partition, message: { offset } }) => ({
  topic,
  partitions: [{ partition, offset }],
});

async function forward(payload) {
  const passage = parsePassage(payload.message.value);
  const tx = await producer.transaction();
  try {
    await Promise.all(
      passage.locks.map((lock) => {
        tx.send({ topic: 'canal.locks', messages: [{ key: lock, value: passage.barge }] });
      }),
    );
    await tx.sendOffsets({ consumer, topics: [position(payload)] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('passage not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['canal.passages'] });
  await consumer.run({ eachMessage: forward });
}
