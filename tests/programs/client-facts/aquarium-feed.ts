import { Kafka, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } from 'kafkajs';

export class FeedDelayedError extends Error {
  constructor(readonly tank: string, cause: unknown) {
    super(`feeding plan of ${tank} is late`, { cause });
  }
}

const kafka = new Kafka({ clientId: 'aquarium', brokers: ['kafka:9092'] });
export const producer = kafka.producer({
  transactionalId: 'aquarium-feed-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function underReplicated(err: unknown): boolean {
  if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) return false;
  const root = err.cause;
  return root instanceof KafkaJSProtocolError && root.type === 'NOT_ENOUGH_REPLICAS';
}

export async function plan(tank: string, grams: number[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'feeding.plans',
      messages: grams.map((g) => ({ key: tank, value: String(g) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'plan not rolled back');
    }
    if (underReplicated(err)) {
      throw new FeedDelayedError(tank, err);
    }
    throw err;
  }
  await tx.commit();
}
