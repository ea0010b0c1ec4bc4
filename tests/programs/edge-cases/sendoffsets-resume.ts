// sendOffsets resume
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
export async function publish(offsets: any, values: string[]) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 't', messages: values.map((value) => ({ value })) });
    for (let i = 0; ; i++) {
      try { await tx.sendOffsets(offsets); break; }
      catch (e) { if (!(e instanceof KafkaJSNumberOfRetriesExceeded) || i >= 3) throw e; }
    }
  } catch (e) {
    try { await tx.abort(); } catch (abortError) { console.error(abortError); await producer.disconnect(); }
    throw e;
  }
  await tx.commit();
}
