import pRetry, { AbortError } from 'p-retry';
import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

const RETRIABLE_AT_BEGIN = new Set<string>([
  'CONCURRENT_TRANSACTIONS',
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
]);

export interface Warn {
  warn(message: string, meta?: object): void;
}

export class AtomicWriter {
  constructor(
    private readonly producer: Producer,
    private readonly logger: Warn,
  ) {}

  private begin(): Promise<Transaction> {
    return pRetry(
      async () => {
        try {
          return await this.producer.transaction();
        } catch (err: any) {
          const type = err.type ?? err.cause?.type;
          if (!RETRIABLE_AT_BEGIN.has(type)) throw new AbortError(err);
          throw err;
        }
      },
      { retries: 4, minTimeout: 200, onFailedAttempt: ({ attemptNumber }) => this.logger.warn(`begin #${attemptNumber} failed`) },
    );
  }

  async write(...records: ProducerRecord[]): Promise<void> {
    const tx = await this.begin();
    try {
      for (const record of records) {
        await tx.send(record);
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.warn('abort failed', { abortErr }));
      throw err;
    }
    await tx.commit();
  }
}
