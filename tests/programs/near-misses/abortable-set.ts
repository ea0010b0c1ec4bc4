import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

const AGAIN: ReadonlySet<string> = new Set([
  'REQUEST_TIMED_OUT',
  'NOT_ENOUGH_REPLICAS',
  'NOT_LEADER_OR_FOLLOWER',
  'TRANSACTION_ABORTABLE',
]);

const worthAnotherTry = (err: unknown): boolean =>
  err instanceof MultipleErrors && [...AGAIN].some((apiId) => err.findBy('apiId', apiId));

const enum Result {
  Done,
  Again,
}

export class Scoreboard {
  private readonly producer: Producer<string, string, string, string>;

  constructor(league: string) {
    this.producer = new Producer({
      clientId: `scores-${league}`,
      bootstrapBrokers: ['kafka-1:9092', 'kafka-2:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `scores-${league}`,
    });
  }

  async post(match: string, goals: readonly string[]): Promise<void> {
    for (let left = 2; (await this.attempt(match, goals, left)) === Result.Again; left--);
  }

  private async attempt(match: string, goals: readonly string[], left: number): Promise<Result> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({ messages: goals.map((value) => ({ topic: 'scores', key: match, value })) });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `${match} not rolled back`);
      }
      if (left > 0 && worthAnotherTry(err)) return Result.Again;
      throw err;
    }
    try {
      await tx.commit();
      return Result.Done;
    } catch (err) {
      await this.producer.close(true);
      throw err;
    }
  }
}
