// emit error, process.exit, exitCode
import { EventEmitter } from 'node:events';
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export class Pub extends EventEmitter {
  async publish(value: string) {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 't', messages: [{ value }] });
    } catch (e) {
      await tx.abort().catch(() => {});
      this.emit('error', e);
      return;
    }
    try { await tx.commit(); } catch (e) { console.error(e); process.exit(1); }
  }
}
async function main() {
  await producer.connect();
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [] }); }
  catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
main().catch((e) => { console.error(e); process.exitCode = 1; }).finally(() => producer.disconnect());
