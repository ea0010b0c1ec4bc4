// abort helper in another class
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Transaction } from 'kafkajs';
class Aborter { async end(tx: Transaction) { if (tx.isActive()) { await tx.abort().catch((e) => console.error(e)); } } }
export class Pub {
  private aborter = new Aborter();
  async publish(v: string) {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: v }] }); await tx.commit(); }
    finally { await this.aborter.end(tx); }
  }
}
