import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type Message, type Producer } from 'kafkajs';

export interface Bag {
  tag: string;
  flight: string;
  lastSeen: string;
}

const CHUNK = 200;

export class LostLuggageFeed {
  readonly #producer: Producer;

  constructor(kafka: Kafka, airport: string) {
    this.#producer = kafka.producer({
      transactionalId: `lost-luggage-${airport}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();

  async publish(bags: Bag[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      chunks: for (const messages of this.#chunks(bags)) {
        for (let attempt = 1; attempt <= 4; attempt++) {
          try {
            await tx.send({ topic: 'luggage.lost', messages });
            continue chunks;
          } catch (err: any) {
            if (err.cause?.type !== 'REQUEST_TIMED_OUT' || attempt === 4) throw err;
            await sleep(attempt * 1_000);
          }
        }
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('luggage: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  *#chunks(bags: Bag[]): Generator<Message[]> {
    for (let i = 0; i < bags.length; i += CHUNK) {
      yield bags.slice(i, i + CHUNK).map((bag) => ({ key: bag.tag, value: JSON.stringify(bag) }));
    }
  }
}
