// outbox with recreate on failure, marking rows after commit (at-least-once with id header dedupe is accepted? rows from db)
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { db } from './db.js';
export async function outbox(signal: AbortSignal) {
  while (!signal.aborted) {
    const rows = await db.pending();
    if (rows.length === 0) { await new Promise((r) => setTimeout(r, 1000)); continue; }
    const tx = await producer.transaction();
    try { await tx.sendBatch({ topicMessages: [{ topic: 'o', messages: rows.map((r) => ({ key: r.id, value: r.body })) }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    await db.mark(rows);
  }
}
