// finally with ok ternary
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(values: string[]) {
  const tx = await producer.transaction();
  let ok = false;
  try {
    await tx.sendBatch({ topicMessages: [{ topic: 't', messages: values.map((value) => ({ value })) }] });
    ok = true;
  } finally {
    await (ok ? tx.commit() : tx.abort().catch(() => {}));
  }
}
