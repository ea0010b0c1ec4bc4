// q02a
import { Kafka, type Producer } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
async function work(p: Producer) {
  const tx = await p.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value: String(Date.now()) }] }); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
let stop = false;
export async function main() {
  for (;;) {
    const p = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
    try { while (!stop) await work(p); }
    catch (e) { console.error('restarting', e); }
    finally { await p.disconnect().catch(() => {}); }
  }
}
