// isActive
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(values: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for await (const value of gen(values)) await tx.send({ topic: 't', messages: [{ value }] });
    await tx.commit();
  } catch (e) {
    if (tx.isActive()) await tx.abort().catch(() => {});
    throw e;
  }
}
async function* gen(v: string[]) { for (const x of v) { await null; yield x; } }
