import { promisify } from 'node:util';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

enum Verdict {
  Fatal,
  Abort,
  Resume,
}

function judge(err: LibrdKafkaError): Verdict {
  if (err.isTxnRequiresAbort) return Verdict.Abort;
  return err.isRetriable ? Verdict.Resume : Verdict.Fatal;
}

const TIMEOUT = 9_000;

export class PollWriter {
  private readonly begin: () => Promise<void>;
  private readonly commit: (timeout: number) => Promise<void>;
  private readonly abort: (timeout: number) => Promise<void>;
  private readonly close: () => Promise<void>;

  constructor(private readonly producer: Producer) {
    this.begin = promisify(producer.beginTransaction.bind(producer));
    this.commit = promisify(producer.commitTransaction.bind(producer));
    this.abort = promisify(producer.abortTransaction.bind(producer));
    this.close = promisify(producer.disconnect.bind(producer));
  }

  async write(poll: string, answers: string[]): Promise<void> {
    await this.begin();
    try {
      for (const answer of answers) this.producer.produce('polls', null, Buffer.from(answer), poll);
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    try {
      await this.commit(TIMEOUT);
    } catch (err) {
      if (judge(err as LibrdKafkaError) === Verdict.Abort) await this.rollBack();
      else await this.close();
      throw err;
    }
  }

  private async rollBack(): Promise<void> {
    try {
      await this.abort(TIMEOUT);
    } catch (abortErr) {
      if ((abortErr as LibrdKafkaError).isTxnRequiresAbort) {
        await this.abort(TIMEOUT).catch((again) => console.error('polls: second abort failed', again));
      } else {
        console.error('polls: abort failed', abortErr);
      }
    }
  }
}
