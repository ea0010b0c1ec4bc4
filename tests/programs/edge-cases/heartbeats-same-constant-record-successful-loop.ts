// heartbeats same constant record, successful loop
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const value = 'tick';
async function work() {
  const tx = await producer.transaction();
  try { await tx.send({ topic: "o", messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function main(n: number) { for (;;) { await work(); await new Promise((r) => setTimeout(r, 1000)); } }
