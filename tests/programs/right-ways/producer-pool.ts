import { Kafka, type Producer, type Transaction } from 'kafkajs';

const fenced = (err: unknown): boolean => {
  const { type, cause } = err as { type?: string; cause?: { type?: string } };
  return type === 'INVALID_PRODUCER_EPOCH' || cause?.type === 'INVALID_PRODUCER_EPOCH';
};

export class ProducerPool {
  readonly #idle: Producer[] = [];
  #made = 0;

  constructor(
    private readonly kafka: Kafka,
    private readonly prefix: string,
  ) {}

  async #acquire(): Promise<Producer> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const made = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.#made++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await made.connect();
    return made;
  }

  async #release(producer: Producer, healthy: boolean): Promise<void> {
    if (healthy) {
      this.#idle.push(producer);
      return;
    }
    await producer.disconnect().catch((err) => console.warn(`${this.prefix}: not closed`, err));
  }

  /** Healthy producers go back, fenced ones are closed. */
  async use(body: (tx: Transaction) => Promise<void>): Promise<void> {
    const producer = await this.#acquire();
    let healthy = true;
    try {
      const tx = await producer.transaction();
      try {
        await body(tx);
      } catch (err) {
        await tx.abort().catch((abortErr) => {
          healthy = false;
          console.error(`${this.prefix}: abort failed`, abortErr);
        });
        throw err;
      }
      await tx.commit();
    } catch (err) {
      healthy &&= !fenced(err);
      throw err;
    } finally {
      await this.#release(producer, healthy);
    }
  }
}
