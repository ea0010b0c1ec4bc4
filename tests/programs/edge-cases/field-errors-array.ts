// field errors array
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export class A { errors: unknown[] = [];
 async write(values: string[]) {
  const tx = await producer.transaction();
  for (const value of values) { await tx.send({ topic: 't', messages: [{ value }] }).catch((e) => this.errors.push(e)); }
  if (this.errors.length > 0) { await tx.abort().catch(() => {}); throw new AggregateError(this.errors.splice(0)); }
  await tx.commit();
} }
