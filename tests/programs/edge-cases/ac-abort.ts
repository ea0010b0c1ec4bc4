// ac.abort
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const run = async (value: string) => { const tx = await producer.transaction(); try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; } await tx.commit(); };
export function a(ac: AbortController) { run('a').catch((e) => ac.abort(e)); }
