import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

export interface Invoice {
  number: string;
  debtor: string;
  cents: number;
}

const ATTEMPTS = 3;

/** The brokers did not take the records, and nothing of them is left behind. */
class RolledBack extends Error {
  constructor(cause: unknown) {
    super('the invoices were rolled back', { cause });
  }
}

export class InvoiceBatcher {
  private readonly producer: Producer;

  constructor(kafka: Kafka, series: string) {
    this.producer = kafka.producer({
      transactionalId: `invoices-${series}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async publish(invoices: Invoice[]): Promise<void> {
    const transaction = await this.stageWithRetry(invoices);
    await transaction.commit();
  }

  private async stageWithRetry(invoices: Invoice[]): Promise<Transaction> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.stage(invoices);
      } catch (error) {
        if (!(error instanceof RolledBack) || attempt === ATTEMPTS) {
          throw error;
        }
        console.warn(`invoices: attempt ${attempt} rolled back`, error.cause);
        await sleep(attempt * 1000);
      }
    }
  }

  private async stage(invoices: Invoice[]): Promise<Transaction> {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({
        topic: 'invoices.issued',
        messages: invoices.map((invoice) => ({ key: invoice.debtor, value: JSON.stringify(invoice) })),
      });
      return transaction;
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], 'the invoices were not rolled back');
      }
      throw error instanceof KafkaJSNumberOfRetriesExceeded ? new RolledBack(error) : error;
    }
  }
}
