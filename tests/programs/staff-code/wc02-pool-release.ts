import { KafkaJS } from '@confluentinc/kafka-javascript';

type Producer = KafkaJS.Producer;

export class ProducerPool {
  private readonly idle: Producer[] = [];
  private readonly waiting: Array<(producer: Producer) => void> = [];

  constructor(
    private readonly kafka: KafkaJS.Kafka,
    private readonly size: number,
  ) {}

  async open(): Promise<void> {
    for (let slot = 0; slot < this.size; slot++) {
      const producer = this.kafka.producer({ kafkaJS: { transactionalId: `checkout-${slot}` } });
      await producer.connect();
      this.idle.push(producer);
    }
  }

  private acquire(): Promise<Producer> {
    const producer = this.idle.pop();
    return producer ? Promise.resolve(producer) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private release(producer: Producer): void {
    const next = this.waiting.shift();
    if (next) next(producer);
    else this.idle.push(producer);
  }

  async publish(record: KafkaJS.ProducerRecord): Promise<void> {
    const producer = await this.acquire();
    try {
      await producer.transaction();
      try {
        await producer.send(record);
      } catch (err) {
        await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        throw err;
      }
      await producer.commit();
    } finally {
      this.release(producer);
    }
  }
}
