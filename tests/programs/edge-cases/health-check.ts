// health check
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
let healthy = true; let lastError: unknown;
export const health = () => ({ healthy, lastError });
export async function publish(value: string) {
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  } catch (e) {
    healthy = false; lastError = e;
    throw e;
  }
}
