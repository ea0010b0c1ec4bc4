import {
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
  type KafkaJSProtocolError,
  type Producer,
} from 'kafkajs';

type Verdict = 'busy' | 'fenced' | 'refused' | 'odd';

const typeOf = (err: { cause?: unknown }): string | undefined =>
  (err.cause as Partial<KafkaJSProtocolError> | undefined)?.type;

/** The narrower class first: spent retries are non-retriable errors, too. */
function verdict(err: unknown): Verdict {
  switch (true) {
    case err instanceof KafkaJSNumberOfRetriesExceeded:
      return 'busy';
    case err instanceof KafkaJSNonRetriableError:
      return typeOf(err as KafkaJSNonRetriableError) === 'INVALID_PRODUCER_EPOCH' ? 'fenced' : 'refused';
    case (err as Partial<KafkaJSProtocolError>)?.type === 'INVALID_PRODUCER_EPOCH':
      return 'fenced';
    default:
      return 'odd';
  }
}

export class SnowGuns {
  constructor(
    private readonly producer: Producer,
    private readonly verdicts: Map<Verdict, number>,
  ) {}

  async fired(gun: string, litres: number[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'snow.fired', messages: litres.map((n) => ({ key: gun, value: String(n) })) });
    } catch (err) {
      const kind = verdict(err);
      this.verdicts.set(kind, (this.verdicts.get(kind) ?? 0) + 1);
      if (kind === 'fenced') {
        await this.producer.disconnect().catch((closeErr: unknown) => console.warn('not closed', closeErr));
      } else {
        await tx.abort().catch((abortErr: unknown) => console.warn('not rolled back', abortErr));
      }
      throw err;
    }
    await tx.commit();
  }
}
