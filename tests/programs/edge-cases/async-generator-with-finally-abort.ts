// async generator with finally abort
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function* pipeline(source: AsyncIterable<string>) {
  const tx = await producer.transaction();
  let committed = false;
  try {
    for await (const value of source) { yield await tx.send({ topic: 't', messages: [{ value }] }); }
    committed = true;
    await tx.commit();
  } finally {
    if (!committed) await tx.abort().catch((e) => console.error(e));
  }
}
