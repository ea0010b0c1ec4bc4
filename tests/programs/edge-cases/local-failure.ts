// local failure ??=
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function write(values: string[]) {
  const tx = await producer.transaction();
  let failure: unknown;
  await Promise.all(values.map((value) => tx.send({ topic: 't', messages: [{ value }] }).catch((e) => { failure ??= e; })));
  if (failure) { await tx.abort().catch(() => {}); throw failure; }
  await tx.commit();
}
