import { Kafka, type Producer } from 'kafkajs';

export interface Catch {
  vessel: string;
  species: string;
  kilos: number;
}

class ProducerPool {
  readonly #kafka: Kafka;
  readonly #free: Producer[] = [];
  #made = 0;

  constructor(kafka: Kafka) {
    this.#kafka = kafka;
  }

  async #take(): Promise<Producer> {
    const free = this.#free.pop();
    if (free) return free;
    this.#made += 1;
    const made = this.#kafka.producer({
      transactionalId: `fish-quotas-${process.env.POD_INDEX}-${this.#made}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await made.connect();
    return made;
  }

  async lend<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
    const producer = await this.#take();
    try {
      return await work(producer);
    } finally {
      this.#free.push(producer);
    }
  }
}

const pool = new ProducerPool(new Kafka({ clientId: 'fish-quotas', brokers: ['port:9092'] }));

export function land(catches: Catch[]): Promise<void> {
  return pool.lend(async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'fish.landed',
        messages: catches.map((c) => ({ key: c.vessel, value: JSON.stringify(c) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  });
}
