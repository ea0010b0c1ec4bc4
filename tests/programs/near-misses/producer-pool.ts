import { KafkaJS } from '@confluentinc/kafka-javascript';

type Producer = KafkaJS.Producer;

interface Lease {
  producer: Producer;
  slot: number;
  healthy: boolean;
}

export class ProducerPool {
  private readonly idle: Lease[] = [];
  private readonly free: number[];

  constructor(
    private readonly kafka: KafkaJS.Kafka,
    private readonly prefix: string,
    size: number,
  ) {
    this.free = Array.from({ length: size }, (_, i) => i);
  }

  private async lease(): Promise<Lease> {
    const parked = this.idle.pop();
    if (parked) return parked;
    const slot = this.free.pop();
    if (slot === undefined) throw new Error('all producers are in use');
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: `${this.prefix}-${slot}` } });
    try {
      await producer.connect();
    } catch (err) {
      this.free.push(slot);
      throw err;
    }
    return { producer, slot, healthy: true };
  }

  async use<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
    const lease = await this.lease();
    lease.healthy = false;
    try {
      const result = await work(lease.producer);
      lease.healthy = true;
      return result;
    } finally {
      if (lease.healthy) {
        this.idle.push(lease);
      } else {
        await lease.producer.disconnect().catch((e) => console.warn('pool: producer did not close', e));
        this.free.push(lease.slot);
      }
    }
  }
}

export const bookSlots = (pool: ProducerPool, slots: string[]): Promise<void> =>
  pool.use(async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'slots.booked', messages: slots.map((value) => ({ value })) });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('slots: abort failed', e));
      throw err;
    }
    await tx.commit();
  });
