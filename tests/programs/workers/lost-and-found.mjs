import { KafkaJS } from '@confluentinc/kafka-javascript';
import { metrics } from './metrics.mjs';

const { Kafka } = KafkaJS;
const kafka = new Kafka({ kafkaJS: { brokers: ['station:9092'], clientId: 'lost-and-found' } });

const producer = kafka.producer({ kafkaJS: { transactionalId: 'lost-and-found-0' } });
const consumer = kafka.consumer({
  kafkaJS: { groupId: 'lost-and-found', autoCommit: false },
});

const plusOne = (offset) => (BigInt(offset) + 1n).toString();

async function eachMessage({ topic, partition, message }) {
  const item = JSON.parse(message.value);
  await producer.transaction();
  try {
    await producer.send({
      topic: item.claimed ? 'items.returned' : 'items.stored',
      messages: [{ key: item.id, value: JSON.stringify(item) }],
    });
    await producer.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: plusOne(message.offset) }] }],
    });
  } catch (err) {
    metrics.increment('lost_and_found.failed');
    console.error('item %s not stored', item.id, err);
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    return;
  }
  await producer.commit();
}

export async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['items.found'] });
  await consumer.run({ eachMessage });
}
