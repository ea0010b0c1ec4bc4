// forEach reject
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
let queue: { value: string; reject: (e: unknown) => void }[] = [];
export async function flush2() {
  const batch = queue; queue = [];
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: batch.map(({ value }) => ({ value })) }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  } catch (e) { batch.forEach((i) => i.reject(e)); }
}
