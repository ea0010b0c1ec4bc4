import { KafkaJS } from '@confluentinc/kafka-javascript';
import { match } from './matching';

const GROUP_ID = 'ride-matcher';

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'ride-matcher', brokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',') },
});
const consumer = kafka.consumer({ kafkaJS: { groupId: GROUP_ID, autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: `ride-matcher-${process.env.CELL ?? '0'}` } });

async function onRequest({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const request = JSON.parse(message.value?.toString() ?? '{}');
  const driver = await match(request);

  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'rides.matched',
      messages: [{ key: request.id, value: JSON.stringify({ ...request, driver }) }],
    });
    await transaction.sendOffsets({
      consumerGroupId: GROUP_ID,
      topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
    });
  } catch (error) {
    await transaction.abort().catch((abortError: unknown) => {
      console.error('match of %s not rolled back', request.id, abortError);
    });
    throw error;
  }
  await transaction.commit();
}

export async function start(): Promise<void> {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topic: 'rides.requested' });
  await consumer.run({ eachMessage: onRequest });
}

export async function stop(): Promise<void> {
  await consumer.disconnect();
  await producer.disconnect();
}
