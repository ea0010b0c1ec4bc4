// state enum string
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(values: string[]) {
  const tx = await producer.transaction();
  let state: 'open' | 'committing' | 'done' = 'open';
  try {
    await tx.sendBatch({ topicMessages: [{ topic: 't', messages: values.map((value) => ({ value })) }] });
    state = 'committing';
    await tx.commit();
    state = 'done';
  } catch (e) {
    if (state === 'open') {
      await tx.abort().catch(() => {});
    } else {
      await producer.disconnect().catch(() => {});
    }
    throw e;
  }
}
