// field failure =
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export class A { failure?: unknown;
 async write(values: string[]) {
  const tx = await producer.transaction();
  for (const value of values) { try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { this.failure = e; break; } }
  if (this.failure) { await tx.abort().catch(() => {}); throw this.failure; }
  await tx.commit();
} }
