// effect of logging + close + recreate in loop over messages
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
let p = kafka.producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });
export async function pump(src: AsyncIterable<string>) {
  for await (const value of src) {
    let tx;
    try {
      tx = await p.transaction();
      await tx.send({ topic: 't', messages: [{ value }] });
      await tx.commit();
    } catch (e) {
      console.error(e);
      if (tx?.isActive()) await tx.abort().catch(() => {});
      await p.disconnect().catch(() => {});
      p = kafka.producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });
      await p.connect();
    }
  }
}
