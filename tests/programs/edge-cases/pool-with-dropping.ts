// pool with dropping
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Producer } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const idle: Producer[] = [];
let n = 0;
async function acquire() { const p = idle.pop(); if (p) return p; const q = kafka.producer({ transactionalId: `pool-${n++}`, idempotent: true, maxInFlightRequests: 1 }); await q.connect(); return q; }
export async function publish(value: string) {
  const p = await acquire();
  let healthy = false;
  try {
    const tx = await p.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); }
    catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    healthy = true;
  } finally {
    if (healthy) idle.push(p);
    else await p.disconnect().catch(() => {});
  }
}
