import { Kafka, type Producer } from 'kafkajs';

export interface Adoption {
  animal: string;
  shelter: string;
  adopter: string;
}

export class AdoptionDesk {
  #current: Producer | undefined;

  constructor(private readonly kafka: Kafka, private readonly shelter: string) {}

  /** Writes each adoption in a transaction of its own; one failure does not stop the others. */
  async writeAll(adoptions: Adoption[]): Promise<void> {
    const failures: unknown[] = [];
    for (const adoption of adoptions) {
      let producer: Producer | undefined;
      try {
        producer = await this.#session();
        await this.#write(producer, adoption);
      } catch (err) {
        failures.push(err);
        if (producer) await this.#retire(producer);
      }
    }
    if (failures.length) {
      throw new AggregateError(failures, `${failures.length} adoptions of ${this.shelter} were not written`);
    }
  }

  async #session(): Promise<Producer> {
    if (!this.#current) {
      const producer = this.kafka.producer({
        transactionalId: `adoptions-${this.shelter}`,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.#current = producer;
    }
    return this.#current;
  }

  async #retire(producer: Producer): Promise<void> {
    this.#current = undefined;
    await producer.disconnect().catch((err) => console.warn('producer not disconnected', err));
  }

  async #write(producer: Producer, adoption: Adoption): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'pets.adoptions', messages: [{ key: adoption.animal, value: JSON.stringify(adoption) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
