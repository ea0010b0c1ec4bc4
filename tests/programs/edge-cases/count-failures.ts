// count failures
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function write(values: string[]) {
  const tx = await producer.transaction();
  let failed = 0; let lastError: Error | undefined;
  for (const value of values) { await tx.send({ topic: 't', messages: [{ value }] }).catch((e) => { failed += 1; lastError = e; }); }
  if (failed > 0) { await tx.abort().catch(() => {}); throw new Error(`${failed} sends failed`, { cause: lastError }); }
  await tx.commit();
}
