import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { defer, lastValueFrom, retry } from 'rxjs';

export interface Feeding {
  tank: string;
  grams: number;
  species: readonly string[];
}

/** Publishes feedings of the public aquarium, one transaction a round. */
export class FeedingPublisher {
  readonly #producer: Producer;

  constructor(kafka: Kafka, wing: string) {
    this.#producer = kafka.producer({
      transactionalId: `aquarium-feeds-${wing}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async round(feedings: Feeding[]): Promise<number> {
    const tx = await this.#producer.transaction();
    try {
      for (const feeding of feedings) await this.#one(tx, feeding);
    } catch (err) {
      await tx.abort().catch((e) => console.warn('feeding round not rolled back', e));
      throw err;
    }
    await tx.commit();
    return feedings.length;
  }

  async #one(tx: Transaction, feeding: Feeding): Promise<void> {
    const messages = [{ key: feeding.tank, value: JSON.stringify(feeding) }];
    await this.#deliver(() => tx.send({ topic: 'aquarium.feedings', messages }));
  }

  #deliver<T>(job: () => Promise<T>): Promise<T> {
    return lastValueFrom(defer(job).pipe(retry({ count: 2, delay: 250 })));
  }
}
