// abort in finally of try with span
import { Kafka } from 'kafkajs'; import { startTimer, inc } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { trace } from '@opentelemetry/api'; const tracer = trace.getTracer('x');
async function traced<T>(name: string, f: () => Promise<T>): Promise<T> { return tracer.startActiveSpan(name, async (span) => { try { return await f(); } catch (e) { span.recordException(e as Error); throw e; } finally { span.end(); } }); }
export async function run(v: string) {
  const tx = await traced('begin', () => producer.transaction());
  try { await traced('send', () => tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await traced('abort', () => tx.abort()).catch(() => {}); throw e; }
  await traced('commit', () => tx.commit());
}
