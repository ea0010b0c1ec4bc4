import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { audit } from './audit';

type InTransaction<A extends unknown[], R> = (tx: Transaction, ...args: A) => Promise<R>;

/** Lifts `fn` into one Kafka transaction: commit when it resolves, abort when it rejects. */
export function transactional<A extends unknown[], R>(producer: Producer, fn: InTransaction<A, R>) {
  return async (...args: A): Promise<R> => {
    const tx = await producer.transaction();
    let result: R;
    try {
      result = await fn(tx, ...args);
    } catch (reason) {
      await tx.abort().then(undefined, (abortReason) => audit.warn('rollback failed', { abortReason }));
      throw reason;
    }
    await tx.commit();
    return result;
  };
}

const ledger = new Kafka({ clientId: 'ledger', brokers: ['localhost:9092'] }).producer({
  transactionalId: 'ledger-transfer',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const transfer = transactional(ledger, async (tx, from: string, to: string, cents: number) => {
  if (cents <= 0) throw new RangeError(`nothing to transfer: ${cents}`);
  await tx.send({ topic: 'ledger.debits', messages: [{ key: from, value: String(-cents) }] });
  await tx.send({ topic: 'ledger.credits', messages: [{ key: to, value: String(cents) }] });
  return { from, to, cents };
});

export const start = () => ledger.connect();
export const stop = () => ledger.disconnect();
