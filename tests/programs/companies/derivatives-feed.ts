import {
  Kafka,
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
  type Producer,
  type Transaction,
} from 'kafkajs';

export const enum Failure {
  SpentRetries = 'spent-retries',
  Fenced = 'fenced',
  Refused = 'refused',
  Local = 'local',
  Foreign = 'foreign',
}

const REFUSALS = new Set(['TOPIC_AUTHORIZATION_FAILED', 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED', 'INVALID_RECORD']);

export function classify(err: unknown): Failure {
  if (err instanceof KafkaJSNumberOfRetriesExceeded) return Failure.SpentRetries;
  const root = err instanceof KafkaJSNonRetriableError && err.cause ? err.cause : err;
  if (root instanceof KafkaJSProtocolError) {
    if (root.type === 'INVALID_PRODUCER_EPOCH') return Failure.Fenced;
    if (REFUSALS.has(root.type)) return Failure.Refused;
  }
  return err instanceof KafkaJSNonRetriableError ? Failure.Local : Failure.Foreign;
}

export class PublishError extends Error {
  constructor(
    readonly failure: Failure,
    readonly mayTryAgain: boolean,
    options: ErrorOptions,
  ) {
    super(`derivatives not published: ${failure}`, options);
  }
}

export class DerivativesFeed {
  private producer!: Producer;

  constructor(
    private readonly kafka: Kafka,
    private readonly venue: string,
  ) {}

  async start(): Promise<void> {
    this.producer = this.kafka.producer({
      transactionalId: `derivatives-${this.venue}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  stop(): Promise<void> {
    return this.producer.disconnect();
  }

  async publish(ticks: Array<{ contract: string; price: number }>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'derivatives.ticks',
        messages: ticks.map(({ contract, price }) => ({ key: contract, value: String(price) })),
      });
    } catch (cause) {
      const failure = classify(cause);
      switch (failure) {
        case Failure.SpentRetries: {
          const aborted = await this.abort(tx);
          throw new PublishError(failure, aborted, { cause });
        }
        case Failure.Fenced:
        case Failure.Local:
          await this.restart();
          throw new PublishError(failure, false, { cause });
        default:
          await this.abort(tx);
          throw new PublishError(failure, false, { cause });
      }
    }
    await tx.commit().catch(async (cause) => {
      await this.restart();
      throw new PublishError(classify(cause), false, { cause });
    });
  }

  private abort(tx: Transaction): Promise<boolean> {
    return tx.abort().then(
      () => true,
      async (err) => {
        console.warn('derivatives: abort failed', err);
        await this.restart();
        return false;
      },
    );
  }

  private async restart(): Promise<void> {
    await this.stop().catch((err) => console.warn('derivatives: not closed', err));
    await this.start();
  }
}
