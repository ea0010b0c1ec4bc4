import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface JobLog {
  info(message: string): void;
  error(message: string, cause: unknown): void;
}

/** Subclasses say what to write, never when it is committed. */
abstract class NightlyJob {
  constructor(
    protected readonly producer: KafkaJS.Producer,
    protected readonly log: JobLog,
  ) {}

  abstract get name(): string;
  protected abstract write(day: Date): Promise<void>;

  async run(day: Date): Promise<void> {
    await this.producer.transaction();
    try {
      await this.write(day);
    } catch (err) {
      this.log.error(`${this.name} failed, rolling back`, err);
      await this.undo();
      throw err;
    }
    await this.producer.commit();
    this.log.info(`${this.name} done`);
  }

  private async undo(): Promise<void> {
    try {
      await this.producer.abort();
    } catch (abortErr) {
      this.log.error(`${this.name} could not be rolled back`, abortErr);
    }
  }
}

class InterestJob extends NightlyJob {
  constructor(
    producer: KafkaJS.Producer,
    log: JobLog,
    private readonly balances: (day: Date) => AsyncIterable<[account: string, cents: bigint]>,
  ) {
    super(producer, log);
  }

  get name(): string {
    return 'interest';
  }

  protected async write(day: Date): Promise<void> {
    for await (const [account, cents] of this.balances(day)) {
      const interest = (cents * 3n) / 36500n;
      if (interest === 0n) continue;
      await this.producer.send({
        topic: 'bank.interest',
        messages: [{ key: account, value: interest.toString() }],
      });
    }
  }
}

export const interestProducer = (kafka: KafkaJS.Kafka): KafkaJS.Producer =>
  kafka.producer({ kafkaJS: { transactionalId: 'nightly-interest' } });

export { InterestJob, InterestJob as default, NightlyJob };
