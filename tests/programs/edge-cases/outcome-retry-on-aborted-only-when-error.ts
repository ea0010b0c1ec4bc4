// outcome retry on aborted only, when error is retriable-exceeded
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
type Outcome = { kind: 'committed' } | { kind: 'aborted'; cause: unknown } | { kind: 'in-doubt'; cause: unknown };
async function attempt(value: string): Promise<Outcome> {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value }] }); }
  catch (cause) { try { await tx.abort(); } catch (a) { throw new AggregateError([cause, a]); } return { kind: 'aborted', cause }; }
  try { await tx.commit(); return { kind: 'committed' }; }
  catch (cause) { return { kind: 'in-doubt', cause }; }
}
export async function run(value: string) {
  for (let i = 0; i < 3; i++) {
    const o = await attempt(value);
    if (o.kind === 'committed') return;
    if (o.kind === 'aborted' && o.cause instanceof KafkaJSNumberOfRetriesExceeded) continue;
    throw o.cause;
  }
  throw new Error('gave up');
}
