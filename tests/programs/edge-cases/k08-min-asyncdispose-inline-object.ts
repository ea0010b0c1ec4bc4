// k08 min: asyncDispose inline object
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(v: string) {
  const tx = await producer.transaction();
  let done = false;
  await using _ = { async [Symbol.asyncDispose]() { if (!done) await tx.abort().catch(() => {}); } };
  await tx.send({ topic: 't', messages: [{ value: v }] });
  done = true;
  await tx.commit();
}
