// await using
import { Kafka, Transaction } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
class Scope implements AsyncDisposable {
  #done = false;
  constructor(private readonly tx: Transaction) {}
  send(v: string) { return this.tx.send({ topic: 't', messages: [{ value: v }] }); }
  async commit() { this.#done = true; await this.tx.commit(); }
  async [Symbol.asyncDispose]() { if (!this.#done) await this.tx.abort(); }
}
export async function publish(v: string) {
  await using scope = new Scope(await producer.transaction());
  await scope.send(v);
  await scope.commit();
}
