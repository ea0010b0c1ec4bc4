import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

const isTimeout = (err: unknown): boolean =>
  (err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT;

export class YachtLog {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly yacht: string,
  ) {}

  async log(entries: string[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'yachts.logs',
        messages: entries.map((value) => ({ key: this.yacht, value })),
      });
    } catch (err) {
      await this.rollBack().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `log of ${this.yacht} not rolled back`);
      });
      throw err;
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }

  /** A timed-out abort is resumed by calling it again; after anything else the producer is closed. */
  private async rollBack(): Promise<void> {
    for (let resumes = 0; ; resumes += 1) {
      try {
        await this.producer.abort();
        return;
      } catch (err) {
        if (isTimeout(err) && resumes < 5) {
          continue;
        }
        await this.producer.disconnect();
        throw err;
      }
    }
  }
}
