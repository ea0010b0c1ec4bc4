// class inheritance, abort helper in base
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Producer, Transaction } from 'kafkajs';
abstract class Base {
  protected constructor(protected readonly producer: Producer) {}
  protected async safeAbort(tx: Transaction, cause: unknown): Promise<never> {
    try { await tx.abort(); } catch (e) { throw new AggregateError([cause, e]); }
    throw cause;
  }
}
export class Pub extends Base {
  constructor() { super(producer); }
  async publish(v: string) {
    const tx = await this.producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: v }] }); }
    catch (e) { return this.safeAbort(tx, e); }
    await tx.commit();
  }
}
