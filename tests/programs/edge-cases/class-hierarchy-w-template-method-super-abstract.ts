// class hierarchy w/ template method, super, abstract, generics
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { Producer, Transaction } from 'kafkajs';
abstract class TransactionalWork<T> {
  constructor(protected readonly producer: Producer) {}
  protected abstract work(tx: Transaction, input: T): Promise<void>;
  protected async onFailure(tx: Transaction, error: unknown): Promise<void> { if (tx.isActive()) await tx.abort().catch((e) => console.warn(e)); }
  async execute(input: T): Promise<void> {
    const tx = await this.producer.transaction();
    try { await this.work(tx, input); await tx.commit(); }
    catch (error) { await this.onFailure(tx, error); throw error; }
  }
}
export class Orders extends TransactionalWork<string> {
  protected async work(tx: Transaction, input: string) { await tx.send({ topic: 'o', messages: [{ value: input }] }); }
  protected override async onFailure(tx: Transaction, error: unknown) { console.error('orders', error); await super.onFailure(tx, error); }
}
export class Quiet extends TransactionalWork<string> {
  protected work = async (tx: Transaction, input: string) => { await tx.send({ topic: 'o', messages: [{ value: input }] }); };
  override async execute(input: string) { try { await super.execute(input); } catch (e) { throw new Error('quiet', { cause: e }); } }
}
export const orders = new Orders(producer);
