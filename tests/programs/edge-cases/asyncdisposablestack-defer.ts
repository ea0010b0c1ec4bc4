// AsyncDisposableStack.defer
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(v: string) {
  const tx = await producer.transaction();
  let done = false;
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => { if (!done) await tx.abort(); });
  await tx.send({ topic: 't', messages: [{ value: v }] });
  done = true;
  await tx.commit();
}
