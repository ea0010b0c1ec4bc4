// kafkajs failure var then abort logged
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n', idempotent: true, maxInFlightRequests: 1 });
export async function run(value: string) {
  const tx = await producer.transaction();
  let failure: unknown = null;
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (x) { failure = x; }
  if (failure) { try { await tx.abort(); } catch (a) { console.error(a); } throw failure; }
  await tx.commit();
}
export async function run2(value: string) {
  const tx = await producer.transaction();
  const failure = await tx.send({ topic: 't', messages: [{ value }] }).then(() => null, (e) => e);
  if (failure) { await tx.abort().catch((a) => { console.error(a); }); return failure; }
  await tx.commit();
}
