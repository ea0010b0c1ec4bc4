// bounded begin retry, backoff, other work
import { Kafka, KafkaJSError, Transaction } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
async function begin(): Promise<Transaction> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await producer.transaction();
    } catch (e) {
      if (!(e instanceof KafkaJSError) || !e.retriable || attempt >= 5) throw e;
      await sleep(100 * 2 ** attempt);
    }
  }
}
export async function run(value: string) {
  const tx = await begin();
  try {
    await tx.send({ topic: 't', messages: [{ value }] });
  } catch (e) {
    await tx.abort().catch((x) => { console.error(x); });
    throw e;
  }
  await tx.commit();
}
