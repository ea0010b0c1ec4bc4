// inline buffer.shift()
import { Kafka, type Producer } from 'kafkajs';
import { poll, buffer, next } from './db.js';
const kafka = new Kafka({ brokers: ['b'] });
import os from 'node:os'; let seq = 0; declare const gen: any, registry: any; let n = 0;
async function work(p: Producer) {
  const tx = await p.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value: buffer.shift() }] }); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function main() {
  for (;;) {
    const p = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
    try { await work(p); }
    catch (e) { console.error('restarting', e); }
    finally { await p.disconnect().catch(() => {}); }
  }
}
