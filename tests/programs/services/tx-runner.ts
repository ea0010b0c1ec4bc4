import type { Producer, Transaction } from 'kafkajs';
import { logger } from '@acme/logger';

export interface TxRunner {
  run<T>(label: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
}

async function rollBack(tx: Transaction, label: string): Promise<void> {
  try {
    await tx.abort();
  } catch (error) {
    logger.warn({ error, label }, 'transaction not aborted');
  }
}

export function createTxRunner(producer: Producer): TxRunner {
  return {
    async run(label, work) {
      const started = Date.now();
      const tx = await producer.transaction();
      try {
        const result = await work(tx);
        await tx.commit();
        logger.debug({ label, ms: Date.now() - started }, 'transaction committed');
        return result;
      } catch (error) {
        await rollBack(tx, label);
        throw error;
      }
    },
  };
}
