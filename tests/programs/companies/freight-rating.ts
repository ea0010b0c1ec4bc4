import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';

export interface RatedShipment {
  waybill: string;
  carrier: string;
  cents: number;
}

interface RetryPolicy {
  readonly attempts: number;
  delay(attempt: number): number;
  covers(err: unknown): boolean;
}

class CommitInDoubtError extends Error {
  override readonly name = 'CommitInDoubtError';
}

class RollbackFailedError extends AggregateError {
  override readonly name = 'RollbackFailedError';
}

const exponential = (base: number, cap: number) => (attempt: number) =>
  Math.min(cap, base * 2 ** attempt) * (0.5 + Math.random() / 2);

const SPENT_RETRIES: RetryPolicy = {
  attempts: 4,
  delay: exponential(200, 5_000),
  covers: (err) => err instanceof KafkaJSNumberOfRetriesExceeded,
};

async function withRetry<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  let attempt = 1;
  while (true) {
    try {
      return await work();
    } catch (err) {
      if (attempt >= policy.attempts || !policy.covers(err)) throw err;
      await sleep(policy.delay(attempt));
      attempt++;
    }
  }
}

export class FreightRatingPublisher {
  constructor(
    private readonly producer: Producer,
    private readonly policy: RetryPolicy = SPENT_RETRIES,
  ) {}

  publish(shipments: RatedShipment[]): Promise<void> {
    return withRetry(this.policy, () => this.publishOnce(shipments));
  }

  private async publishOnce(shipments: RatedShipment[]): Promise<void> {
    const tx = await this.producer.transaction();

    try {
      await tx.send({
        topic: 'freight.rated',
        messages: shipments.map((s) => ({ key: s.waybill, value: `${s.carrier}:${s.cents}` })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new RollbackFailedError([err, abortErr]);
      });
      throw err;
    }

    try {
      await tx.commit();
    } catch (cause) {
      throw new CommitInDoubtError('the shipments may or may not be rated', { cause });
    }
  }
}
