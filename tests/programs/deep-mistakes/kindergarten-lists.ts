import { backOff } from 'exponential-backoff';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, KafkaJSError, ErrorCodes } = KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['kita-kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'waiting-lists', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'waiting-lists-0' } });

const timedOut = (err: unknown): boolean => err instanceof KafkaJSError && err.code === ErrorCodes.ERR__TIMED_OUT;

const resuming = <T>(job: () => Promise<T>): Promise<T> =>
  backOff(job, { numOfAttempts: 4, startingDelay: 250, retry: timedOut });

type Child = { id: string; born: string; kindergarten: string };

async function eachMessage({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const offset = String(Number(message.offset) + 1);
  const tx = await producer.transaction();
  try {
    const child = JSON.parse(String(message.value)) as Child;
    await tx.send({ topic: 'waiting.lists', messages: [{ key: child.kindergarten, value: child.id }] });
    await resuming(() => tx.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] }));
  } catch (err) {
    await tx.abort().catch((e: unknown) => console.error('list not rolled back', e));
    throw err;
  }
  try {
    await resuming(() => tx.commit());
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['children.registered'] });
  await consumer.run({ eachMessage });
}
