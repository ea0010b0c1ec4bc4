// Promise.race with timeout
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { setTimeout as delay } from 'node:timers/promises';
export async function publish(value: string) {
  const tx = await producer.transaction();
  try {
    const sent = tx.send({ topic: 't', messages: [{ value }] });
    await Promise.race([sent, delay(5000).then(() => { throw new Error('too slow'); })]);
  } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
