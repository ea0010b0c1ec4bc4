import pRetry, { type Options } from 'p-retry';
import { Kafka, type Producer } from 'kafkajs';
import type { Logger } from 'pino';

export interface Wheel {
  id: string;
  cave: string;
  days: number;
}

export class AgeingReport {
  private readonly producer: Producer;
  private readonly retrying: Options;

  constructor(kafka: Kafka, private readonly log: Logger) {
    this.producer = kafka.producer({ transactionalId: 'cheese-ageing', idempotent: true, maxInFlightRequests: 1 });
    this.retrying = {
      retries: 4,
      minTimeout: 500,
      onFailedAttempt: ({ error, retriesLeft }) => this.log.warn({ err: error, retriesLeft }, 'report failed'),
    };
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  private async once(cave: string, wheels: Wheel[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: `cheese.${cave}`, messages: wheels.map((w) => ({ key: w.id, value: String(w.days) })) });
    } catch (err) {
      await tx.abort().catch((e) => this.log.warn({ err: e }, 'abort failed'));
      throw err;
    }
    await tx.commit();
  }

  async report(wheels: Wheel[]): Promise<void> {
    for (const [cave, group] of Map.groupBy(wheels, (w) => w.cave)) {
      await pRetry(() => this.once(cave, group), this.retrying);
    }
  }
}
