// inline Date.now in send
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
async function work() {
  const tx = await producer.transaction();
  try { await tx.send({ topic: "o", messages: [{ value: new Date().toISOString() }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function main(n: number) { while (n-- > 0) await work(); }
