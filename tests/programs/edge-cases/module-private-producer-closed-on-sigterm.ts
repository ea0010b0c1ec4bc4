// module private producer, closed on sigterm
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
process.on('SIGTERM', async () => { await producer.disconnect(); });
async function run() {
  const tx = await producer.transaction();
  await tx.send({ topic: 't', messages: [{ value: 'x' }] });
  await tx.commit();
}
setInterval(() => { run().catch(e => { console.error(e); process.exit(1); }); }, 100);
