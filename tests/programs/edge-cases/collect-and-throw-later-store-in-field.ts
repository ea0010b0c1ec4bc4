// collect and throw later, store in field
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function many(batches: string[][]) {
  const errors: unknown[] = [];
  for (const batch of batches) {
    if (errors.length > 0) break;
    const tx = await producer.transaction();
    const results = await Promise.allSettled(batch.map((value) => tx.send({ topic: 't', messages: [{ value }] })));
    const failed = results.filter((r): r is PromiseRejectedResult => r.status === 'rejected');
    if (failed.length > 0) {
      errors.push(...failed.map((f) => f.reason));
      await tx.abort().catch((e) => errors.push(e));
      continue;
    }
    await tx.commit();
  }
  if (errors.length) throw new AggregateError(errors);
}
