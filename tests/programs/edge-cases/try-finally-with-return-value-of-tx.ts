// try/finally with return value of tx & nested function declared later
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(value: string) {
  const tx = await producer.transaction();
  return guarded();
  async function guarded() {
    try { await tx.send({ topic: 't', messages: [{ value }] }); }
    catch (e) { await rollback(e); }
    return tx.commit();
  }
  async function rollback(e: unknown): Promise<never> {
    await tx.abort().catch((a) => console.error('abort', a));
    throw e;
  }
}
