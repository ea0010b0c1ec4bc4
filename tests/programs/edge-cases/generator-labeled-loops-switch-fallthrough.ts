// generator-labeled loops, switch fallthrough
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(cmds: { kind: string; value: string }[]) {
  const tx = await producer.transaction();
  let failure: unknown;
  outer: for (const c of cmds) {
    switch (c.kind) {
      case 'skip': continue outer;
      case 'stop': break outer;
      case 'urgent':
      case 'normal':
        try { await tx.send({ topic: c.kind, messages: [{ value: c.value }] }); }
        catch (e) { failure = e; break outer; }
      // falls through
      default:
        break;
    }
  }
  if (failure !== undefined) {
    await tx.abort().catch(() => {});
    throw failure;
  }
  await tx.commit();
}
