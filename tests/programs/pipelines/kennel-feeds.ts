import { KafkaJS } from '@confluentinc/kafka-javascript';
import { backOff } from 'exponential-backoff';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'kennel', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'kennel-feeds-0' } });

export async function start(): Promise<void> {
  await backOff(() => producer.connect(), {
    numOfAttempts: Infinity,
    startingDelay: 500,
    maxDelay: 30_000,
  });
}

export async function fed(dog: string, grams: number): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'kennel.feeds', messages: [{ key: dog, value: String(grams) }] });
    await tx.send({ topic: 'kennel.stock', messages: [{ value: String(-grams) }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `feed of ${dog} not rolled back`);
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}
