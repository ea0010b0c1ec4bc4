// boolean per result
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function write(values: string[]) {
  const tx = await producer.transaction();
  const results = await Promise.all(values.map((value) => tx.send({ topic: 't', messages: [{ value }] }).then(() => null, (e: Error) => e)));
  const first = results.find((r) => r !== null);
  if (first) { await tx.abort().catch(() => {}); throw first; }
  await tx.commit();
}
