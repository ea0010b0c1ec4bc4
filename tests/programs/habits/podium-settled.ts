import { Producer, stringSerializers } from '@platformatic/kafka';

const isRejected = (outcome: PromiseSettledResult<unknown>): outcome is PromiseRejectedResult =>
  outcome.status === 'rejected';

export interface Finisher {
  bib: number;
  seconds: number;
  category: 'open' | 'masters' | 'junior';
}

export abstract class RaceResults {
  protected abstract readonly race: string;

  protected constructor(protected readonly producer: Producer<string, string, string, string>) {}

  async publish(finishers: Finisher[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      const outcomes = await Promise.allSettled(
        finishers.map((f) =>
          tx.send({ messages: [{ topic: `results.${f.category}`, key: `${this.race}/${f.bib}`, value: String(f.seconds) }] }),
        ),
      );
      const reasons = outcomes.filter(isRejected).map(({ reason }) => reason);
      if (reasons.length > 0) {
        throw new AggregateError(reasons, `${reasons.length} of ${finishers.length} results not sent`);
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('results: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

export class CityMarathon extends RaceResults {
  protected readonly race = 'city-marathon';

  static open(bootstrapBrokers: string[]): CityMarathon {
    return new CityMarathon(
      new Producer({
        clientId: 'results',
        bootstrapBrokers,
        serializers: stringSerializers,
        idempotent: true,
        transactionalId: 'results-city-marathon',
      }),
    );
  }
}
