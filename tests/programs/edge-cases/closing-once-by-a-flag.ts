import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
let stopped = false;
const stop = async () => { if (stopped) return; stopped = true; await producer.disconnect(); };
process.on('SIGTERM', () => void stop());
export async function run(v: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: v }] }); }
  catch (e: any) {
    await tx.abort().catch(() => undefined);
    if (e.type === 'INVALID_PRODUCER_EPOCH') { await stop(); return; }
    throw e;
  }
  await tx.commit();
}
export class S {
  private closed = false;
  private readonly producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-2', idempotent: true, maxInFlightRequests: 1 });
  async close() { if (this.closed) return; this.closed = true; await this.producer.disconnect(); }
  async run(v: string) {
    const tx = await this.producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: v }] }); }
    catch (e: any) {
      await tx.abort().catch(() => undefined);
      if (e.type === 'INVALID_PRODUCER_EPOCH') { await this.close(); return; }
      throw e;
    }
    await tx.commit();
  }
}
