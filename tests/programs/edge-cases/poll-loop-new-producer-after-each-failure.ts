// poll loop: new producer after each failure
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
let stop = false;
async function work(p: import('kafkajs').Producer) {
  const tx = await p.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value: String(Date.now()) }] }); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
async function main() {
  while (!stop) {
    const p = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
    try {
      await p.connect();
      while (!stop) await work(p);
    } catch (e) {
      console.error('restarting', e);
    } finally {
      await p.disconnect().catch(() => {});
    }
    await new Promise((r) => setTimeout(r, 1000));
  }
}
main();
