import { KafkaJS } from '@confluentinc/kafka-javascript';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';

const { ErrorCodes } = KafkaJS;

export namespace Policies {
  const timedOut = (err: Error): boolean => (err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT;

  export const resumeCommit = retry(handleWhen(timedOut), {
    maxAttempts: 5,
    backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 5_000 }),
  });
}

export interface Vote {
  ballot: string;
  choice: string;
}

export class BallotBox {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly precinct: string,
  ) {}

  async cast(votes: Vote[], signal: AbortSignal): Promise<void> {
    await this.producer.transaction();
    try {
      for (const vote of votes) {
        signal.throwIfAborted();
        await this.producer.send({
          topic: 'ballots',
          messages: [{ key: `${this.precinct}/${vote.ballot}`, value: vote.choice }],
        });
      }
      signal.throwIfAborted();
    } catch (err) {
      await this.producer.abort().catch((abortErr) => {
        throw new Error('votes not rolled back', { cause: { err, abortErr } });
      });
      throw err;
    }

    try {
      await Policies.resumeCommit.execute(() => this.producer.commit());
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }
}
