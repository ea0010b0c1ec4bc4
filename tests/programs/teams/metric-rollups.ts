import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Rollup {
  metric: string;
  minute: number;
  sum: number;
  count: number;
}

export interface RollupOptions {
  brokers: string[];
  shard: number;
  delayMs?: number;
}

export class RollupWriter {
  private readonly producer: KafkaJS.Producer;
  private readonly delayMs: number;
  private pending: Rollup[] = [];
  private timer?: NodeJS.Timeout;

  constructor({ brokers, shard, delayMs = 10_000 }: RollupOptions) {
    this.delayMs = delayMs;
    this.producer = new KafkaJS.Kafka({ kafkaJS: { brokers } }).producer({
      kafkaJS: { transactionalId: `metric-rollups-${shard}`, idempotent: true },
    });
  }

  start(): Promise<void> {
    return this.producer.connect();
  }

  /** The first rollup of a batch decides when the batch is written. */
  add(rollup: Rollup): void {
    this.pending.push(rollup);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flush();
    }, this.delayMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    if (this.pending.length > 0) await this.flush();
    await this.producer.disconnect();
  }

  private async flush(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    const messages = batch.map((r) => ({ key: `${r.metric}@${r.minute}`, value: `${r.sum}/${r.count}` }));

    await this.producer.transaction();
    try {
      await this.producer.send({ topic: 'metrics.rollups', messages });
    } catch (err) {
      await this.producer.abort().catch((abortErr) => console.error('rollups: abort failed', abortErr));
      throw err;
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect().catch((closeErr) => console.error('rollups: not closed', closeErr));
      throw err;
    }
  }
}
