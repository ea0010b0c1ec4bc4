// connect with retry, init bounded
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import pRetry from 'p-retry';
export async function boot() { await pRetry(() => producer.connect(), { retries: 5 }); }
export async function boot2() { for (let i = 0; i < 10; i++) { try { await producer.connect(); return; } catch (e) { if (i === 9) throw e; await new Promise((r) => setTimeout(r, 1000)); } } }
export const ready = producer.connect().catch((e) => { console.error(e); process.exit(1); });
