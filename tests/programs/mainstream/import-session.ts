import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

/**
 * A transaction that stays open over several requests of the admin UI:
 * begin, add, add, ..., finish or cancel.
 */
export class ImportSession {
  #tx: Transaction | undefined;
  #added = 0;

  constructor(private readonly producer: Producer) {}

  get open(): boolean {
    return this.#tx?.isActive() ?? false;
  }

  async begin(): Promise<void> {
    if (this.#tx) {
      throw new Error('an import is already open');
    }
    this.#tx = await this.producer.transaction();
    this.#added = 0;
  }

  async add(record: ProducerRecord): Promise<number> {
    const tx = this.#current();
    try {
      await tx.send(record);
    } catch (err) {
      await this.cancel().catch((abortErr) => console.warn('import could not be cancelled', abortErr));
      throw err;
    }
    this.#added += record.messages.length;
    return this.#added;
  }

  async finish(): Promise<number> {
    const tx = this.#current();
    this.#tx = undefined;
    await tx.commit();
    return this.#added;
  }

  async cancel(): Promise<void> {
    const tx = this.#tx;
    this.#tx = undefined;
    await tx?.abort();
  }

  #current(): Transaction {
    if (!this.#tx) {
      throw new Error('no import is open');
    }
    return this.#tx;
  }
}
