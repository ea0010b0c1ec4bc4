import { EventEmitter } from 'node:events';
import { setInterval as every } from 'node:timers/promises';
import type { Kafka, Producer } from 'kafkajs';

interface Pulse {
  device: string;
  bpm: number;
  at: number;
}

/**
 * Flushes what has been collected once a second. The first failure ends the recorder: it closes
 * its producer and emits 'error'; the lifecycle manager that listens makes a new recorder.
 */
export class PulseRecorder extends EventEmitter {
  readonly #pending: Pulse[] = [];
  readonly #stop = new AbortController();
  readonly #producer: Producer;

  constructor(kafka: Kafka, ward: string) {
    super();
    this.#producer = kafka.producer({
      transactionalId: `pulse-${ward}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  add(pulse: Pulse): void {
    this.#pending.push(pulse);
  }

  stop(): void {
    this.#stop.abort();
  }

  async run(): Promise<void> {
    await this.#producer.connect();
    try {
      for await (const _ of every(1000, undefined, { signal: this.#stop.signal })) {
        if (this.#pending.length > 0) await this.#flush(this.#pending.splice(0));
      }
    } catch (err) {
      // stop() ends the timer's iterator with an AbortError; everything else is a failure.
      if ((err as Error).name === 'AbortError') return;
      this.emit('error', err);
    } finally {
      await this.#producer.disconnect();
    }
  }

  async #flush(pulses: Pulse[]): Promise<void> {
    const messages = pulses.map((p) => ({ key: p.device, value: `${p.bpm}@${p.at}` }));
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'ward.pulses', messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('pulses: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
