import { Kafka, type Transaction } from 'kafkajs';
import pRetry from 'p-retry';

interface Fine {
  plate: string;
  offence: string;
  cents: number;
}

const STARTING_UP: readonly string[] = [
  'CONCURRENT_TRANSACTIONS',
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
];

const producer = new Kafka({ clientId: 'fines', brokers: ['city-kafka:9092'] }).producer({
  transactionalId: 'parking-fines-writer',
  idempotent: true,
  maxInFlightRequests: 1,
});

function rootType(error: unknown): string {
  let current = error as { type?: string; cause?: unknown };
  while (current.type === undefined && current.cause) {
    current = current.cause as typeof current;
  }
  return current.type ?? '';
}

const begin = (): Promise<Transaction> =>
  pRetry(() => producer.transaction(), {
    retries: 4,
    minTimeout: 500,
    shouldRetry: ({ error }) => STARTING_UP.includes(rootType(error)),
  });

export async function record(fines: Fine[]): Promise<void> {
  const tx = await begin();
  try {
    await tx.send({
      topic: 'city.fines',
      messages: fines.map((fine) => ({ key: fine.plate, value: JSON.stringify(fine) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'fines neither recorded nor rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export { producer as finesProducer };
