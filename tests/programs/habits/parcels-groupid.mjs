import { KafkaJS } from '@confluentinc/kafka-javascript';
import { route } from './routing.mjs';

const group = 'parcel-router';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: group, autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: `${group}-${process.env.HUB}` } });

const next = (offset) => (BigInt(offset) + 1n).toString();

const position = ({ topic, partition, message }) => ({
  consumerGroupId: group,
  topics: [{ topic, partitions: [{ partition, offset: next(message.offset) }] }],
});

async function eachMessage(payload) {
  const parcel = JSON.parse(payload.message.value.toString());
  await producer.transaction();
  try {
    await producer.send({ topic: 'parcels.routed', messages: [{ key: parcel.id, value: route(parcel) }] });
    await producer.sendOffsets(position(payload));
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['parcels.scanned'] });
  await consumer.run({ eachMessage });
}
