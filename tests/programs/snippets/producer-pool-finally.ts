import { Kafka, type Producer, type Transaction } from 'kafkajs';

export class TransactionManager {
  readonly #idle: Producer[] = [];
  #created = 0;

  constructor(
    private readonly kafka: Kafka,
    private readonly prefix: string,
  ) {}

  async #acquire(): Promise<Producer> {
    const idle = this.#idle.pop();
    if (idle) return idle;

    const producer = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.#created++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  #release(producer: Producer): void {
    this.#idle.push(producer);
  }

  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const producer = await this.#acquire();
    try {
      const tx = await producer.transaction();
      let result: T;
      try {
        result = await work(tx);
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return result;
    } finally {
      this.#release(producer);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((p) => p.disconnect()));
  }
}

export const sendAll = (manager: TransactionManager, topic: string, values: string[]) =>
  manager.run((tx) => tx.send({ topic, messages: values.map((value) => ({ value })) }));
