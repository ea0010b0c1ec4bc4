// cache keyed by tenant, dropped on error
import { Kafka, type Producer } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b:9092'] });
const producers = new Map<string, Producer>();
async function producerFor(tenant: string): Promise<Producer> {
  let p = producers.get(tenant);
  if (!p) {
    p = kafka.producer({ transactionalId: `tenant-${tenant}`, idempotent: true, maxInFlightRequests: 1 });
    await p.connect();
    producers.set(tenant, p);
  }
  return p;
}
export async function publish(tenant: string, value: string) {
  const p = await producerFor(tenant);
  try {
    const tx = await p.transaction();
    try {
      await tx.send({ topic: 't', messages: [{ value }] });
    } catch (err) {
      await tx.abort().catch(() => undefined);
      throw err;
    }
    await tx.commit();
  } catch (err) {
    producers.delete(tenant);
    await p.disconnect().catch(() => undefined);
    throw err;
  }
}
