import { KafkaJS } from '@confluentinc/kafka-javascript';

type Lease = { producer: KafkaJS.Producer; healthy: boolean };

export class CutterProducers {
  /** Each bench publishes one lot at a time; in between its producer rests here. */
  readonly #ready = new Map<string, KafkaJS.Producer>();

  constructor(private readonly kafka: KafkaJS.Kafka) {}

  async #lease(bench: string): Promise<Lease> {
    const known = this.#ready.get(bench);
    this.#ready.delete(bench);
    if (known) return { producer: known, healthy: false };
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: `opal-bench-${bench}` } });
    await producer.connect();
    return { producer, healthy: false };
  }

  async #settle(bench: string, { producer, healthy }: Lease): Promise<void> {
    if (healthy) {
      this.#ready.set(bench, producer);
    } else {
      await producer.disconnect().catch((error) => console.error(`bench ${bench}: not disconnected`, error));
    }
  }

  async publish(bench: string, stones: Array<{ id: string; carats: number }>): Promise<void> {
    const messages = stones.map(({ id: key, carats }) => ({ key, value: carats.toFixed(2) }));
    const lease = await this.#lease(bench);
    const { producer } = lease;
    try {
      await producer.transaction();
      try {
        await producer.send({ topic: 'opals.cut', messages });
      } catch (error) {
        await producer.abort().catch((abortError) => console.error('abort failed', abortError));
        throw error;
      }
      await producer.commit();
      lease.healthy = true;
    } finally {
      await this.#settle(bench, lease);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#ready.values()].map((producer) => producer.disconnect()));
    this.#ready.clear();
  }
}
