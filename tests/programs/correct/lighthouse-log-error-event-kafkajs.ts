import { EventEmitter } from 'node:events';
import type { Kafka, Producer } from 'kafkajs';

interface LighthouseEvents {
  error: [cause: unknown];
  logged: [count: number];
}

export interface Entry {
  lighthouse: string;
  lamp: 'on' | 'off';
  at: string;
}

export class LighthouseLog extends EventEmitter<LighthouseEvents> {
  readonly #producer: Producer;

  constructor(kafka: Kafka, coast: string) {
    super();
    this.#producer = kafka.producer({
      transactionalId: `lighthouse-log-${coast}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async log(entries: Entry[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'lighthouses.log',
        messages: entries.map((entry) => ({ key: entry.lighthouse, value: JSON.stringify(entry) })),
      });
    } catch (cause) {
      await tx.abort().catch((abortError: unknown) => console.warn('entries not rolled back', abortError));
      this.emit('error', cause);
      return;
    }

    try {
      await tx.commit();
    } catch (cause) {
      this.emit('error', cause);
      return;
    }
    this.emit('logged', entries.length);
  }

  async close(): Promise<void> {
    await this.#producer.disconnect();
    this.removeAllListeners();
  }
}
