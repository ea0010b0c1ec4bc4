import { Kafka, type Message, type Producer } from 'kafkajs';

export class GardenSensors {
  #session: Promise<Producer> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly garden: string,
  ) {}

  #open(): Promise<Producer> {
    this.#session ??= (async () => {
      const producer = this.kafka.producer({
        transactionalId: `garden-${this.garden}`,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      return producer;
    })().catch((err) => {
      this.#session = undefined;
      throw err;
    });
    return this.#session;
  }

  /** The next report starts with a producer of its own. */
  async #drop(producer: Producer): Promise<void> {
    this.#session = undefined;
    try {
      await producer.disconnect();
    } catch (err) {
      console.warn(`garden ${this.garden}: old producer not disconnected`, err);
    }
  }

  async report(readings: Message[]): Promise<void> {
    const producer = await this.#open();
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'garden.readings', messages: readings });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      await this.#drop(producer);
      throw err;
    }
  }
}
