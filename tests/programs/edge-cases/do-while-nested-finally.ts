// do-while, nested finally
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(values: string[]) {
  const tx = await producer.transaction();
  let ok = false;
  try {
    let i = 0;
    do {
      try { await tx.send({ topic: 't', messages: [{ value: values[i] }] }); }
      finally { i++; }
    } while (i < values.length);
    ok = true;
  } finally {
    try {
      if (!ok) await tx.abort();
    } catch (e) {
      console.error('abort failed', e);
    }
  }
  await tx.commit();
}
