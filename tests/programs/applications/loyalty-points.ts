import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Transaction } from 'kafkajs';
import { logger } from './logger';

export interface Award {
  readonly member: string;
  readonly points: number;
  readonly reason: 'purchase' | 'birthday' | 'referral';
}

class Backoff {
  static readonly #base = 250;

  constructor(private readonly attempts: number) {}

  async run<T>(label: string, task: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await task();
      } catch (err) {
        if (attempt >= this.attempts || !(err instanceof KafkaJSNumberOfRetriesExceeded)) throw err;
        logger.warn({ label, attempt }, 'broker slow, trying once more');
        await sleep(Backoff.#base * 2 ** attempt);
      }
    }
  }
}

export class LoyaltyPublisher {
  readonly #producer;
  readonly #backoff = new Backoff(4);

  constructor(kafka: Kafka, shop: string) {
    this.#producer = kafka.producer({
      transactionalId: `loyalty-${shop}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();
  close = () => this.#producer.disconnect();

  async publish(awards: readonly Award[]): Promise<void> {
    const tx: Transaction = await this.#producer.transaction();
    try {
      await this.#backoff.run('awards', () =>
        tx.send({
          topic: 'loyalty.awards',
          messages: awards.map((award) => ({ key: award.member, value: JSON.stringify(award) })),
        }),
      );
    } catch (err) {
      await tx.abort().catch((abortErr) => logger.error({ abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
  }
}
