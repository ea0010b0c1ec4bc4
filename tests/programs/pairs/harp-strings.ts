import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Message, type Producer, type Transaction } from 'kafkajs';

export interface StringOrder {
  harp: string;
  octave: number;
  material: 'gut' | 'nylon' | 'wire';
}

/** Yields the number of the attempt and sleeps a little longer before each further one. */
async function* backoff(limit: number): AsyncGenerator<number> {
  for (let attempt = 1; attempt <= limit; attempt += 1) {
    yield attempt;
    await pause(attempt * 150);
  }
}

export class StringWorkshop {
  readonly #producer: Producer;

  constructor(kafka: Kafka) {
    this.#producer = kafka.producer({
      transactionalId: 'harp-strings-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async #deliver(tx: Transaction, topic: string, messages: Message[]): Promise<void> {
    let last: unknown;
    for await (const attempt of backoff(3)) {
      try {
        await tx.send({ topic, messages });
        return;
      } catch (err) {
        if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) throw err;
        console.warn(`attempt ${attempt} to reach ${topic} failed`);
        last = err;
      }
    }
    throw last;
  }

  async order(orders: StringOrder[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await this.#deliver(
        tx,
        'harps.strings',
        orders.map((o) => ({ key: o.harp, value: JSON.stringify(o) })),
      );
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
