import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

const enum Verdict {
  Resume = 'resume',
  Quit = 'quit',
}

type Strategy = (attempt: number) => Verdict;

const untilExhausted: Strategy = (attempt) => (attempt < 6 ? Verdict.Resume : Verdict.Quit);
const never: Strategy = () => Verdict.Quit;

const strategies = new Map<number, Strategy>([
  [ErrorCodes.ERR__TIMED_OUT, untilExhausted],
  [ErrorCodes.ERR__FENCED, never],
]);

export class SettlementJob {
  private finished = 0;

  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly onError: (err: unknown) => void,
  ) {}

  async settle(merchant: string, payouts: ReadonlyArray<{ iban: string; cents: bigint }>): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.sendBatch({
        topicMessages: [
          {
            topic: 'payouts',
            messages: payouts.map(({ iban, cents }) => ({ key: iban, value: cents.toString() })),
          },
          { topic: 'payouts.summary', messages: [{ key: merchant, value: String(payouts.length) }] },
        ],
      });
    } catch (err) {
      try {
        await this.producer.abort();
      } catch (abortErr) {
        this.onError(abortErr);
      }
      throw err;
    }
    await this.commit();
    this.finished += 1;
  }

  /** A timed-out commit is resumed by the same call; everything else ends this producer. */
  private async commit(): Promise<void> {
    let attempt = 0;
    for (;;) {
      attempt += 1;
      try {
        return await this.producer.commit();
      } catch (err) {
        const { code } = err as KafkaJS.KafkaJSError;
        const strategy = strategies.get(code) ?? never;
        if (strategy(attempt) === Verdict.Resume) continue;
        await this.producer.disconnect();
        throw err;
      }
    }
  }
}
