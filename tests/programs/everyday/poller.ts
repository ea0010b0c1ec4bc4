import { EventEmitter } from 'node:events';
import { Kafka, type Producer } from 'kafkajs';

export interface Source {
  poll(limit: number): Promise<{ id: number; body: string }[]>;
  acknowledge(upTo: number): Promise<void>;
}

export interface PollerOptions {
  brokers: string[];
  topic: string;
  intervalMs?: number;
}

/** Emits 'published' with a count, and 'error' once; after that the poller is stopped. */
export class Poller extends EventEmitter {
  private readonly producer: Producer;
  private timer?: NodeJS.Timeout;
  private running = false;

  constructor(private readonly source: Source, private readonly options: PollerOptions) {
    super();
    this.producer = new Kafka({ clientId: 'poller', brokers: options.brokers }).producer({
      transactionalId: `poller-${options.topic}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start(): Promise<void> {
    await this.producer.connect();
    this.timer = setInterval(() => this.tick(), this.options.intervalMs ?? 1000);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.producer.disconnect();
  }

  private async tick(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      const items = await this.source.poll(100);
      if (items.length > 0) {
        await this.publish(items);
        await this.source.acknowledge(items[items.length - 1].id);
        this.emit('published', items.length);
      }
    } catch (err) {
      await this.stop().catch((stopErr) => console.warn('not stopped cleanly', stopErr));
      this.emit('error', err);
    } finally {
      this.running = false;
    }
  }

  private async publish(items: { id: number; body: string }[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      const messages = items.map(({ id, body }) => ({ key: String(id), value: body }));
      await tx.send({ topic: this.options.topic, messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
