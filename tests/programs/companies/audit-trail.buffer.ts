import { EventEmitter } from 'node:events';
import type { Kafka, Message, Producer } from 'kafkajs';

interface BufferOptions {
  topic: string;
  application: string;
  maxSize: number;
  flushMs: number;
}

export class AuditInDoubtError extends Error {
  constructor(
    readonly records: readonly Message[],
    cause: unknown,
  ) {
    super(`${records.length} audit records may or may not be written`, { cause });
  }
}

export class AuditTrailBuffer extends EventEmitter {
  #records: Message[] = [];
  #producer: Producer | null = null;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly kafka: Kafka,
    private readonly options: BufferOptions,
  ) {
    super();
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.flush().catch((err) => this.emit('error', err));
    }, this.options.flushMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await this.#producer?.disconnect();
  }

  add(actor: string, action: string): void {
    this.#records.push({ key: actor, value: JSON.stringify({ action, at: new Date() }) });
    if (this.#records.length > this.options.maxSize) this.#records.shift();
  }

  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#flushOnce());
    return this.#flushing;
  }

  async #flushOnce(): Promise<void> {
    if (this.#records.length === 0) return;
    const producer = (this.#producer ??= await this.#open());
    const records = this.#records.splice(0);
    let committing = false;
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: this.options.topic, messages: records });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('audit: abort failed', abortErr));
        throw err;
      }
      committing = true;
      await tx.commit();
    } catch (err) {
      this.#producer = null;
      await producer.disconnect().catch((closeErr) => console.warn('audit: not closed', closeErr));
      if (committing) throw new AuditInDoubtError(records, err);
      this.#records.unshift(...records);
      throw err;
    }
  }

  async #open(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `audit-${this.options.application}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }
}
