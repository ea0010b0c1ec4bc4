import { Kafka, type Producer, type Transaction } from 'kafkajs';

type Work<T> = (transaction: Transaction) => Promise<T>;

export interface TransactionRunner {
  run<T>(work: Work<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Gives the callers of this service one way to write atomically.
 */
export async function createTransactionRunner(brokers: string[], service: string): Promise<TransactionRunner> {
  const kafka = new Kafka({ clientId: service, brokers });
  const producer: Producer = kafka.producer({
    transactionalId: `${service}-transactions`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();

  async function run<T>(work: Work<T>): Promise<T> {
    const transaction = await producer.transaction();
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        console.error('the transaction could not be aborted', abortError);
      }
      throw error;
    }
  }

  return { run, close: () => producer.disconnect() };
}

export interface Transfer {
  from: string;
  to: string;
  cents: number;
}

export function transfer(runner: TransactionRunner, order: Transfer): Promise<void> {
  return runner.run(async (transaction) => {
    await transaction.send({
      topic: 'accounts.debits',
      messages: [{ key: order.from, value: String(order.cents) }],
    });
    await transaction.send({
      topic: 'accounts.credits',
      messages: [{ key: order.to, value: String(order.cents) }],
    });
  });
}
