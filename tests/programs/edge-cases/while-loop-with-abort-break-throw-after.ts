// while loop with abort + break + throw after loop
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function drain(next: () => Promise<string | undefined>) {
  let failure: { error: unknown } | null = null;
  while (failure === null) {
    const value = await next();
    if (value === undefined) break;
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); }
    catch (error) {
      failure = { error };
      await tx.abort().catch(() => {});
      continue;
    }
    try { await tx.commit(); } catch (error) { failure = { error }; }
  }
  if (failure) throw failure.error;
}
