import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Booking {
  show: string;
  seats: number;
  name: string;
}

class ProducerPool {
  readonly #idle: KafkaJS.Producer[] = [];
  #made = 0;

  constructor(private readonly kafka: KafkaJS.Kafka, private readonly prefix: string) {}

  async lend<T>(use: (producer: KafkaJS.Producer) => Promise<T>): Promise<T> {
    const producer = this.#idle.pop() ?? (await this.#make());
    try {
      return await use(producer);
    } finally {
      this.#idle.push(producer);
    }
  }

  async drain(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((producer) => producer.disconnect()));
  }

  async #make(): Promise<KafkaJS.Producer> {
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: `${this.prefix}-${this.#made++}` } });
    await producer.connect();
    return producer;
  }
}

const pool = new ProducerPool(new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }), 'puppets');

export function book(bookings: Booking[]): Promise<number> {
  return pool.lend(async (producer) => {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'puppets.bookings',
        messages: bookings.map((b) => ({ key: b.show, value: JSON.stringify(b) })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr) => console.error('bookings not rolled back', abortErr));
      throw err;
    }
    await producer.commit();
    return bookings.reduce((sum, b) => sum + b.seats, 0);
  });
}

export const close = (): Promise<void> => pool.drain();
