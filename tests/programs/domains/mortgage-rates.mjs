import pRetry from 'p-retry';
import kafkajs from 'kafkajs';

const { Kafka } = kafkajs;

const COORDINATOR_MOVES = [
  'CONCURRENT_TRANSACTIONS',
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
];

const producer = new Kafka({ clientId: 'rates', brokers: ['bank-kafka:9092'] }).producer({
  transactionalId: 'mortgage-rates',
  idempotent: true,
  maxInFlightRequests: 1,
});

const begin = () =>
  pRetry(() => producer.transaction(), {
    retries: 4,
    factor: 3,
    shouldRetry: ({ error }) => COORDINATOR_MOVES.includes((error.cause ?? error).type),
    onFailedAttempt: ({ attemptNumber, error }) => console.info(`begin ${attemptNumber} failed`, error.message),
  });

/**
 * Publishes a rate sheet as one unit.
 * @param {Map<string, number>} sheet product -> basis points
 */
export async function publishSheet(sheet, { signal } = {}) {
  const tx = await begin();
  try {
    for (const [product, bps] of sheet) {
      signal?.throwIfAborted();
      await tx.send({ topic: 'mortgage.rates', messages: [{ key: product, value: String(bps) }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('rate sheet not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

await producer.connect();
