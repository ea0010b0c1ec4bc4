import pRetry from 'p-retry';
import { Kafka, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';

const kafka = new Kafka({ clientId: 'tulips', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'tulip-bulbs-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const begin = () =>
  pRetry(() => producer.transaction(), {
    retries: 5,
    minTimeout: 200,
    shouldRetry: ({ error }) => error instanceof KafkaJSNumberOfRetriesExceeded,
  });

export async function planted(bed: string, bulbs: Record<string, number>): Promise<void> {
  const tx = await begin();
  try {
    await tx.send({
      topic: 'tulips.beds',
      messages: Object.entries(bulbs).map(([colour, count]) => ({ key: bed, value: `${count} ${colour}` })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `bed ${bed} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();
