// field buffer spliced
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export class Buf { private rows: string[] = [];
 add(r: string) { this.rows.push(r); }
 async flush() {
  const value = this.rows.splice(0).join();
  const tx = await producer.transaction();
  try { await tx.send({ topic: "o", messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
 }
 async run() { while (true) { await this.flush(); await new Promise((r) => setTimeout(r, 1000)); } }
 async run2() { while (true) { if (this.rows.length === 0) { await new Promise((r) => setTimeout(r, 1000)); continue; } const value = this.rows.shift()!; const tx = await producer.transaction();
  try { await tx.send({ topic: "o", messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit(); } }
 async run3() { let value: string | undefined; while ((value = this.rows.shift()) !== undefined) { const tx = await producer.transaction();
  try { await tx.send({ topic: "o", messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit(); } }
}
