// validation before send, returns early with abort
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function go(values: string[]) {
  const tx = await producer.transaction();
  try {
    const good = values.filter(Boolean);
    if (good.length === 0) { await tx.abort(); return 0; }
    await tx.send({ topic: 't', messages: good.map((value) => ({ value })) });
  } catch (e) { if (tx.isActive()) await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
  return 1;
}
