import { Kafka, type Message, type Producer } from 'kafkajs';

interface Visitor {
  ticket: string;
  entrance: number;
}

type Step = () => Promise<void>;

export class EntranceDesk {
  /** Steps that must wait until the visitors are safely recorded. */
  #afterwards: Step[] = [];
  readonly #producer: Producer;
  /** Plain, without transactions: for what may get lost. */
  readonly #screens: Producer;

  constructor(kafka: Kafka, theatre: string) {
    this.#screens = kafka.producer({ allowAutoTopicCreation: false });
    this.#producer = kafka.producer({
      transactionalId: `velvet-ropes-${theatre}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  /** A hint for the screens in the foyer: worth nothing unless the visitors are in. */
  hint(topic: string, ...messages: Message[]): this {
    this.#afterwards.push(async () => {
      await this.#screens.send({ topic, messages });
    });
    return this;
  }

  async admit(visitors: Visitor[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      for (const { ticket: key, entrance } of visitors) {
        await tx.send({ topic: 'theatre.admitted', messages: [{ key, value: String(entrance) }] });
        this.hint('theatre.screens', { key, value: `welcome at entrance ${entrance}` });
      }
    } catch (error) {
      this.#afterwards = [];
      await tx.abort().catch((abortError: unknown) => console.warn('visitors not rolled back', abortError));
      throw error;
    }
    await tx.commit();

    const steps = this.#afterwards;
    this.#afterwards = [];
    for (const step of steps) await step();
  }

  async open(): Promise<void> {
    await Promise.all([this.#producer.connect(), this.#screens.connect()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#producer.disconnect(), this.#screens.disconnect()]);
  }
}
