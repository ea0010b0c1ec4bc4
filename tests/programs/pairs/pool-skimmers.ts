import { Kafka, type Producer } from 'kafkajs';

export interface Sample {
  pool: string;
  chlorine: number;
  ph: number;
}

class ProducerPool {
  private readonly idle: Producer[] = [];
  private made = 0;

  constructor(private readonly kafka: Kafka, private readonly prefix: string) {}

  async acquire(): Promise<Producer> {
    const producer = this.idle.pop();
    if (producer) return producer;

    const fresh = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.made++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await fresh.connect();
    return fresh;
  }

  release(producer: Producer): void {
    this.idle.push(producer);
  }
}

const pool = new ProducerPool(new Kafka({ clientId: 'skimmers', brokers: ['pools:9092'] }), 'pool-skimmers');

export async function publishSamples(samples: Sample[]): Promise<void> {
  const producer = await pool.acquire();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'pools.samples',
        messages: samples.map((s) => ({ key: s.pool, value: JSON.stringify([s.chlorine, s.ph]) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('samples not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    pool.release(producer);
  }
}
