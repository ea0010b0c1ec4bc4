// stack.defer alone
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(v: string) {
  await using stack = new AsyncDisposableStack();
  const tx = await producer.transaction();
  stack.defer(async () => { if (tx.isActive()) await tx.abort(); });
  await tx.send({ topic: 't', messages: [{ value: v }] });
  await tx.commit();
}
