// flags with finally
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(values: string[]): Promise<void> {
  const tx = await producer.transaction();
  let commitAttempted = false;
  try {
    for (const value of values) await tx.send({ topic: 't', messages: [{ value }] });
    commitAttempted = true;
    await tx.commit();
  } finally {
    if (!commitAttempted) {
      await tx.abort().catch((e) => console.error(e));
    }
  }
}
