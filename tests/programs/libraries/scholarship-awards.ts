import { inject, injectable } from 'inversify';
import { Kafka, type Producer } from 'kafkajs';
import { AwardFailed } from './errors';
import { TYPES } from './types';
import type { Award, AwardRepository, Clock } from './awards';

@injectable()
export class AwardPublisher {
  private readonly producer: Producer;

  constructor(
    @inject(TYPES.Kafka) kafka: Kafka,
    @inject(TYPES.Awards) private readonly awards: AwardRepository,
    @inject(TYPES.Clock) private readonly clock: Clock,
  ) {
    this.producer = kafka.producer({ transactionalId: 'scholarships', idempotent: true, maxInFlightRequests: 1 });
  }

  /** One transaction per award; what went wrong is thrown at the end. */
  async publishPending(): Promise<void> {
    const failures: AwardFailed[] = [];
    for (const award of await this.awards.pending(this.clock.now())) {
      try {
        await this.publish(award);
        await this.awards.markPublished(award.id);
      } catch (cause) {
        failures.push(new AwardFailed(award.id, { cause }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} awards were not published`);
  }

  private async publish(award: Award): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'scholarships.awarded', messages: [{ key: award.student, value: JSON.stringify(award) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('award not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
