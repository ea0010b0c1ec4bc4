import { Kafka, type EachMessageHandler } from 'kafkajs';

const config = {
  group: 'choir-tickets',
  topics: { orders: 'choir.orders', seats: 'choir.seats' },
} as const;

const kafka = new Kafka({ clientId: config.group, brokers: ['choir-kafka:9092'] });
const consumer = kafka.consumer({ groupId: config.group });
const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });

const onOrder: EachMessageHandler = async ({ topic, partition, message }) => {
  const { seats, name } = JSON.parse(message.value?.toString() ?? '{"seats":[]}') as { seats: string[]; name: string };

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: config.topics.seats, messages: seats.map((seat) => ({ key: seat, value: name })) });
    await tx.sendOffsets({
      consumerGroupId: config.group,
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('choir: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
};

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: config.topics.orders });
  await consumer.run({ autoCommit: false, eachMessage: onOrder });
}
