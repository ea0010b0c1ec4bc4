// q02c rows polled inside
import { Kafka, type Producer } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
import { poll } from './db.js';
async function work(p: Producer) {
  const value = await poll();
  const tx = await p.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value }] }); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function main() {
  for (;;) {
    const p = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
    try { while (true) await work(p); }
    catch (e) { console.error('restarting', e); }
    finally { await p.disconnect().catch(() => {}); }
  }
}
