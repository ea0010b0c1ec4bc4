import pRetry from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { score } from './scoring';

const { ErrorCodes } = KafkaJS;

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'fraud-marker', brokers: ['pay-kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'fraud-marker-0' } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'fraud-marker', autoCommit: false } });

type Position = { topic: string; partition: number; offset: string };

/** Adding offsets may be asked again; records may not. */
async function addOffsets(transaction: KafkaJS.Transaction, { topic, partition, offset }: Position): Promise<void> {
  const topics = [{ topic, partitions: [{ partition, offset }] }];
  await pRetry(() => transaction.sendOffsets({ consumer, topics }), {
    retries: 3,
    minTimeout: 400,
    shouldRetry: ({ error }) => (error as { code?: number }).code === ErrorCodes.ERR__TIMED_OUT,
  });
}

async function mark({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const payment = JSON.parse(String(message.value));
  const next = (BigInt(message.offset) + 1n).toString();

  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'payments.scored',
      messages: [{ key: payment.id, value: JSON.stringify({ id: payment.id, score: score(payment) }) }],
    });
    await addOffsets(transaction, { topic, partition, offset: next });
  } catch (error) {
    await transaction.abort().catch((abortError: unknown) => console.error('marking not rolled back', abortError));
    throw error;
  }
  await transaction.commit();
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'payments.made' });
  await consumer.run({ eachMessage: mark });
}
