import { KafkaJS } from '@confluentinc/kafka-javascript';
import { score } from './model';

const GROUP_ID = 'fraud-scoring';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: GROUP_ID, autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'fraud-scoring-0' } });

async function eachMessage({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const transaction = await producer.transaction();
  try {
    const verdict = await score(JSON.parse(String(message.value)));
    await transaction.send({
      topic: 'payments.scored',
      messages: [{ key: message.key, value: JSON.stringify(verdict) }],
    });
    await transaction.sendOffsets({
      // @ts-expect-error same as in kafkajs, the types are behind
      consumerGroupId: GROUP_ID,
      topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
    });
  } catch (err) {
    await transaction.abort().catch((e: unknown) => console.error('fraud-scoring: abort failed', e));
    throw err;
  }
  await transaction.commit();
}

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'payments.created' });
  await consumer.run({ eachMessage });
}
