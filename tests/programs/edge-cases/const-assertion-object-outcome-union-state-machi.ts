// const assertion object outcome union state machine
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
type Outcome = { kind: 'committed' } | { kind: 'aborted'; cause: unknown } | { kind: 'in-doubt'; cause: unknown };
async function attempt(value: string): Promise<Outcome> {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value }] }); }
  catch (cause) { await tx.abort().catch(() => {}); return { kind: 'aborted', cause }; }
  try { await tx.commit(); return { kind: 'committed' }; }
  catch (cause) { return { kind: 'in-doubt', cause }; }
}
export async function run(value: string) {
  const outcome = await attempt(value);
  switch (outcome.kind) {
    case 'committed': return;
    case 'aborted': throw new Error('not sent', { cause: outcome.cause });
    case 'in-doubt': await producer.disconnect(); throw new Error('unknown', { cause: outcome.cause });
  }
}
