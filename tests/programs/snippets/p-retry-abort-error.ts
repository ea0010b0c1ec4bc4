import pRetry, { AbortError } from 'p-retry';
import { Kafka, type Message, type Transaction } from 'kafkajs';

export interface PayslipBatch {
  month: `${number}-${number}`;
  slips: Message[];
}

const kafka = new Kafka({ clientId: 'payslips', brokers: ['kafka:9092'] });

class Attempt {
  readonly #producer = kafka.producer({
    transactionalId: 'payslips',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  async run(batch: PayslipBatch): Promise<void> {
    try {
      await this.#producer.connect();
      const tx = await this.#fill(batch);
      await this.#seal(tx);
    } finally {
      await this.#producer.disconnect().catch((e) => console.warn('disconnect failed', e));
    }
  }

  async #fill({ month, slips }: PayslipBatch): Promise<Transaction> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: `payslips.${month}`, messages: slips });
      return tx;
    } catch (err) {
      await tx.abort().catch((e) => console.warn('abort failed, the producer goes away anyway', e));
      throw err;
    }
  }

  async #seal(tx: Transaction): Promise<void> {
    try {
      await tx.commit();
    } catch (err) {
      throw new AbortError(err instanceof Error ? err : String(err));
    }
  }
}

export const publishPayslips = (batch: PayslipBatch): Promise<void> =>
  pRetry(() => new Attempt().run(batch), { retries: 4, minTimeout: 500 });
