import { Kafka, type Producer } from 'kafkajs';

class ProducerPool {
  readonly #idle: Producer[] = [];
  #made = 0;

  constructor(private readonly kafka: Kafka, private readonly prefix: string) {}

  async take(): Promise<Producer> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const producer = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.#made++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  give(producer: Producer): void {
    this.#idle.push(producer);
  }

  async drain(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((p) => p.disconnect()));
  }
}

export interface Blast {
  gallery: string;
  charge: number;
}

const pool = new ProducerPool(new Kafka({ clientId: 'salt-mine', brokers: ['mine:9092'] }), 'blasts');

export async function blast(blasts: Blast[]): Promise<void> {
  const producer = await pool.take();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'mine.blasts',
        messages: blasts.map((b) => ({ key: b.gallery, value: String(b.charge) })),
      });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('blasts: abort failed', e));
      throw err;
    }
    await tx.commit();
  } finally {
    pool.give(producer);
  }
}

export const stop = (): Promise<void> => pool.drain();
