import { Kafka, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';
import type { StatsD } from 'hot-shots';

interface ChainEntry {
  underlying: string;
  strike: number;
  expiry: string;
}

type Verdict = 'fatal' | 'overloaded' | 'unclear';

function verdictOf(err: unknown): Verdict {
  if (err instanceof KafkaJSNonRetriableError) {
    return 'fatal';
  }
  if (err instanceof KafkaJSNumberOfRetriesExceeded) {
    return 'overloaded';
  }
  return 'unclear';
}

export class OptionsChain {
  #producer: Producer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly stats: StatsD,
    private readonly exchange: string,
  ) {}

  async start(): Promise<void> {
    const producer = this.kafka.producer({
      transactionalId: `options-chain-${this.exchange}`,
      idempotent: true,
      maxInFlightRequests: 1,
      retry: { retries: 10, maxRetryTime: 20_000 },
    });
    await producer.connect();
    this.#producer = producer;
  }

  async stop(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.disconnect();
  }

  async publish(entries: ChainEntry[]): Promise<void> {
    if (!this.#producer) throw new Error('options chain: not started');
    const started = Date.now();
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: `options.${this.exchange}`,
        messages: entries.map((entry) => ({
          key: entry.underlying,
          value: JSON.stringify({ strike: entry.strike, expiry: entry.expiry }),
        })),
      });
    } catch (err) {
      this.stats.increment('options.failed', [`verdict:${verdictOf(err)}`]);
      await tx.abort();
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      this.stats.increment('options.in_doubt');
      await this.stop();
      throw err;
    }
    this.stats.timing('options.published', Date.now() - started);
  }
}
