// overloaded event emitter abort; bounded recursion begin; once()
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSError } from 'kafkajs';
const begin = async (left = 5): Promise<import('kafkajs').Transaction> => producer.transaction().catch(async (e: unknown) => {
  if (left > 0 && e instanceof KafkaJSError && e.retriable) { await new Promise((r) => setTimeout(r, 100)); return begin(left - 1); }
  throw e;
});
export async function run(v: string) {
  const tx = await begin();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
