// main with finally disconnect and inner function
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
async function main() {
  const p = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
  await p.connect();
  const step = async (v: string) => { const tx = await p.transaction(); await tx.send({ topic: 't', messages: [{ value: v }] }); await tx.commit(); };
  try { await step('a'); await step('b'); } finally { await p.disconnect(); }
}
main().catch((e) => { console.error(e); process.exit(1); });
