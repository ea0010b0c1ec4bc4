// tx stored in field and ended by other method
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Transaction } from 'kafkajs';
export class UnitOfWork {
  private tx?: Transaction;
  async begin() { if (this.tx) throw new Error('nested'); this.tx = await producer.transaction(); }
  async add(v: string) { await this.tx!.send({ topic: 't', messages: [{ value: v }] }); }
  async complete() { const tx = this.tx; this.tx = undefined; await tx?.commit(); }
  async rollback() { const tx = this.tx; this.tx = undefined; if (tx?.isActive()) await tx.abort(); }
}
export async function run(v: string) {
  const u = new UnitOfWork();
  await u.begin();
  try { await u.add(v); } catch (e) { await u.rollback().catch(() => {}); throw e; }
  await u.complete();
}
