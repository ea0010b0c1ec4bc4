import { Kafka, type Transaction } from 'kafkajs';
import { IterableBackoff, handleAll, retry } from 'cockatiel';

const producer = new Kafka({ clientId: 'shifts', brokers: ['plant:9092'] }).producer({
  transactionalId: 'factory-shifts',
  idempotent: true,
  maxInFlightRequests: 1,
});

const policy = retry(handleAll, { maxAttempts: 3, backoff: new IterableBackoff([100, 1000, 5000]) });

export async function startShift(hall: string, workers: string[]): Promise<void> {
  await producer.connect();
  const tx: Transaction = await policy.execute(() => producer.transaction());
  try {
    await tx.send({ topic: 'plant.shifts', messages: workers.map((worker) => ({ key: hall, value: worker })) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'shift not rolled back');
    }
    throw err;
  }
  await tx.commit();
}
