import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Options {
  maxSize: number;
  maxDelayMs: number;
  onError(err: unknown, lost: readonly KafkaJS.Message[]): void;
}

export class Batcher {
  private buffer: KafkaJS.Message[] = [];
  private timer?: NodeJS.Timeout;
  private tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly topic: string,
    private readonly options: Options,
  ) {}

  add(message: KafkaJS.Message): void {
    this.buffer.push(message);
    if (this.buffer.length >= this.options.maxSize) {
      this.schedule();
    } else {
      this.timer ??= setTimeout(() => this.schedule(), this.options.maxDelayMs);
    }
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.buffer.splice(0);
    if (batch.length === 0) return;
    this.tail = this.tail.then(() => this.flush(batch)).catch((err) => this.options.onError(err, batch));
  }

  private async flush(messages: KafkaJS.Message[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({ topic: this.topic, messages });
    } catch (err) {
      try {
        await this.producer.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `batch of ${messages.length} neither sent nor aborted`);
      }
      throw err;
    }
    await this.producer.commit();
  }

  async close(): Promise<void> {
    this.schedule();
    await this.tail;
    await this.producer.disconnect();
  }
}
