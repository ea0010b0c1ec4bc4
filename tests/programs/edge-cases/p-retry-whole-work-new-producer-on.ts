// p-retry whole work, new producer on each attempt
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import pRetry, { AbortError } from 'p-retry';
const kafka = new Kafka({ brokers: ['b'] });
export const publish = (value: string) => pRetry(async () => {
  const p = kafka.producer({ transactionalId: 'pp', idempotent: true, maxInFlightRequests: 1 });
  await p.connect();
  try {
    const tx = await p.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); }
    catch (e) { await tx.abort().catch(() => {}); throw e; }
    try { await tx.commit(); } catch (e) { throw new AbortError(e as Error); }
  } finally { await p.disconnect(); }
}, { retries: 3 });
