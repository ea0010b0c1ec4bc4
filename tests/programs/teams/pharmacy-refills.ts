import { Kafka, type Producer, type Transaction } from 'kafkajs';
import type { Logger } from 'pino';

export interface Refill {
  rx: string;
  patient: string;
  units: number;
}

export type Outcome = { ok: true } | { ok: false; phase: 'begin' | 'send' | 'commit'; error: unknown };

export class RefillPublisher {
  readonly #kafka: Kafka;
  readonly #log: Logger;
  #producer: Producer | undefined;

  constructor(kafka: Kafka, log: Logger) {
    this.#kafka = kafka;
    this.#log = log;
  }

  async #acquire(): Promise<Producer> {
    if (this.#producer === undefined) {
      const fresh = this.#kafka.producer({
        transactionalId: 'pharmacy-refills-0',
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await fresh.connect();
      this.#producer = fresh;
    }
    return this.#producer;
  }

  /** The next call builds a new producer. */
  async #retire(producer: Producer | undefined): Promise<void> {
    this.#producer = undefined;
    await producer?.disconnect().catch((err) => this.#log.warn({ err }, 'disconnect failed'));
  }

  async publish(refills: Refill[]): Promise<Outcome> {
    let producer: Producer | undefined;
    let tx: Transaction;
    try {
      producer = await this.#acquire();
      tx = await producer.transaction();
    } catch (error) {
      await this.#retire(producer);
      return { ok: false, phase: 'begin', error };
    }

    try {
      const messages = refills.map((r) => ({ key: r.patient, value: JSON.stringify(r) }));
      await tx.send({ topic: 'pharmacy.refills', messages });
    } catch (error) {
      await tx.abort().catch((err) => this.#log.warn({ err }, 'abort failed'));
      await this.#retire(producer);
      return { ok: false, phase: 'send', error };
    }

    try {
      await tx.commit();
    } catch (error) {
      await this.#retire(producer);
      return { ok: false, phase: 'commit', error };
    }
    return { ok: true };
  }
}
