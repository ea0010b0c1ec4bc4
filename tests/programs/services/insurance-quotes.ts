import { KafkaJS } from '@confluentinc/kafka-javascript';
import { price } from './tariff';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'quotes' } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'quotes', autoCommit: false } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'quotes-0' } });

async function quote({ batch }: KafkaJS.EachBatchPayload): Promise<void> {
  const { topic, partition, messages } = batch;
  const last = messages[messages.length - 1]!;

  await producer.transaction();
  try {
    await producer.send({
      topic: 'insurance.quotes',
      messages: messages.map((m) => ({ key: m.key, value: price(m.value!.toString()) })),
    });
    await producer.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: last.offset }] }],
    });
  } catch (err: unknown) {
    await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['insurance.requests'] });
  await consumer.run({ eachBatch: quote });
}
