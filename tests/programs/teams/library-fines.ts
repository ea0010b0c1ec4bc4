import { setTimeout as sleep } from 'node:timers/promises';
import type { Producer } from 'kafkajs';

export interface Metrics {
  observe(name: string, milliseconds: number): void;
}

export interface Fine {
  reader: string;
  loan: string;
  cents: number;
}

const POLICY = { attempts: 4, pause: (attempt: number) => 150 * attempt };

export class FinesPublisher {
  constructor(
    private readonly producer: Producer,
    private readonly metrics: Metrics,
  ) {}

  async charge(fines: Fine[]): Promise<void> {
    const tx = await this.measured('begin', () => this.producer.transaction());
    try {
      const messages = fines.map((fine) => ({ key: fine.reader, value: JSON.stringify(fine) }));
      await this.persistent('send', () => tx.send({ topic: 'library.fines', messages }));
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('fines: abort failed', abortErr));
      throw err;
    }
    await this.measured('commit', () => tx.commit());
  }

  private async measured<T>(name: string, action: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await action();
    } finally {
      this.metrics.observe(`fines.kafka.${name}`, performance.now() - started);
    }
  }

  private async persistent<T>(name: string, action: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.measured(name, action);
      } catch (err) {
        if (err instanceof TypeError || attempt >= POLICY.attempts) throw err;
        await sleep(POLICY.pause(attempt));
      }
    }
  }
}
