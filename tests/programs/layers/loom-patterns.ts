import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Pick {
  loom: string;
  shafts: number[];
}

const { ErrorCodes } = KafkaJS;

/** The steps of a transaction; subclasses fill in what is written and what follows. */
export abstract class TransactionTemplate<Input> {
  constructor(protected readonly producer: KafkaJS.Producer) {}

  protected abstract write(input: Input): Promise<void>;
  protected abstract afterCommit(input: Input): Promise<void>;

  async execute(input: Input): Promise<void> {
    await this.producer.transaction();
    try {
      await this.write(input);
    } catch (err) {
      await this.undo(err);
    }
    await this.commit();
    await this.afterCommit(input);
  }

  /** Never returns: what went wrong goes on to the caller. */
  protected async undo(cause: unknown): Promise<never> {
    try {
      await this.producer.abort();
    } catch (abortErr) {
      throw new AggregateError([cause, abortErr], 'not rolled back');
    }
    throw cause;
  }

  protected async commit(resumes = 5): Promise<void> {
    try {
      await this.producer.commit();
    } catch (err) {
      if ((err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT && resumes > 0) {
        return this.commit(resumes - 1);
      }
      await this.producer.disconnect();
      throw err;
    }
  }
}

export class PatternUpload extends TransactionTemplate<Pick[]> {
  protected async write(picks: Pick[]): Promise<void> {
    await this.producer.sendBatch({
      topicMessages: [
        { topic: 'looms.picks', messages: picks.map((p) => ({ key: p.loom, value: p.shafts.join(',') })) },
        { topic: 'looms.uploads', messages: [{ value: String(picks.length) }] },
      ],
    });
  }

  protected async afterCommit(picks: Pick[]): Promise<void> {
    await fetch('http://looms/ready', { method: 'POST', body: JSON.stringify([...new Set(picks.map((p) => p.loom))]) });
  }
}
