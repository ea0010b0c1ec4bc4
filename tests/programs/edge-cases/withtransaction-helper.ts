// withTransaction helper
import { Kafka, Transaction, Producer } from 'kafkajs';
export async function withTransaction<T>(producer: Producer, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await producer.transaction();
  let result: T;
  try {
    result = await work(tx);
  } catch (cause) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw new AggregateError([cause, abortError], 'work and abort failed', { cause });
    }
    throw new Error('transaction aborted', { cause });
  }
  await tx.commit();
  return result;
}
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
await withTransaction(producer, async (tx) => {
  await tx.send({ topic: 't', messages: [] });
  await Promise.all(['a', 'b'].map((value) => tx.send({ topic: 'u', messages: [{ value }] })));
});
