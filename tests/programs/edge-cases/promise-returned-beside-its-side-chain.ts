// A promise that is returned has somebody who waits, whatever else is hooked onto it.
import { Kafka, type Transaction } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export function open(): Promise<Transaction> {
  const promise = producer.transaction();
  promise.then((transaction) => console.log(transaction.isActive())).catch((error) => console.error(error));
  return promise;
}
