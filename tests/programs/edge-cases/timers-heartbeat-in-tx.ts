// timers heartbeat in tx
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(values: string[], heartbeat: () => Promise<void>) {
  const tx = await producer.transaction();
  const timer = setInterval(() => { heartbeat().catch(console.error); }, 3000);
  try {
    for (let i = 0; i < values.length; i += 100) await tx.send({ topic: 't', messages: values.slice(i, i + 100).map((value) => ({ value })) });
  } catch (e) {
    await tx.abort().catch(console.error);
    throw e;
  } finally {
    clearInterval(timer);
  }
  await tx.commit();
}
