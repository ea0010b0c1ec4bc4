import type { Kafka, Producer, Transaction } from 'kafkajs';
import type { Logger } from 'pino';

export interface LabResult {
  sample: string;
  patient: string;
  analyte: string;
  value: number;
  critical: boolean;
}

export class LabResultPublisher {
  readonly #log: Logger;
  readonly #producer: Producer;

  constructor(kafka: Kafka, log: Logger) {
    this.#log = log.child({ component: 'lab-results' });
    this.#producer = kafka.producer({
      transactionalId: 'lab-results-publisher',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async open(): Promise<void> {
    await this.#producer.connect();
  }

  async close(): Promise<void> {
    await this.#producer.disconnect();
  }

  async publish(results: LabResult[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await this.#stage(tx, results);
      await tx.commit();
    } catch (err) {
      // isActive() is false as soon as a commit was tried
      if (tx.isActive()) {
        try {
          await tx.abort();
        } catch (abortErr) {
          this.#log.error({ abortErr }, 'abort failed');
        }
      }
      throw err;
    }
  }

  async #stage(tx: Transaction, results: LabResult[]): Promise<void> {
    for (const result of results) {
      const message = { key: result.patient, value: JSON.stringify(result) };
      await tx.send({ topic: 'lab.results', messages: [message] });
      if (result.critical) {
        await tx.send({ topic: 'lab.alarms', messages: [message] });
      }
    }
  }
}
