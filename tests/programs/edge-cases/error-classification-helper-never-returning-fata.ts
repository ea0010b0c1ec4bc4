// error classification helper + never returning fatal()
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
function fatal(e: unknown): never { console.error(e); process.exit(1); }
const kind = (e: unknown): 'abortable' | 'fatal' => (e instanceof KafkaJSNumberOfRetriesExceeded ? 'abortable' : 'fatal');
export async function run(values: string[]) {
  const left = [...values];
  while (left.length) {
    const tx = await producer.transaction().catch(fatal);
    try { await tx.send({ topic: 'o', messages: left.map((value) => ({ value })) }); }
    catch (e) {
      await tx.abort().catch(fatal);
      if (kind(e) === 'fatal') fatal(e);
      await new Promise((r) => setTimeout(r, 1000));
      continue;
    }
    await tx.commit().catch(fatal);
    left.length = 0;
  }
}
