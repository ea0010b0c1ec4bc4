import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type Message, type Producer } from 'kafkajs';
import { Counter, Gauge } from 'prom-client';

const attemptsTotal = new Counter({ name: 'dividend_attempts_total', help: 'Attempts to publish a run' });
const healthy = new Gauge({ name: 'dividend_healthy', help: '1 if the last run was published' });

export interface Dividend {
  isin: string;
  holder: string;
  amount: string;
}

interface Backoff {
  times: number;
  firstMs: number;
}

const withBackoff =
  ({ times, firstMs }: Backoff) =>
  async <T>(task: (attempt: number) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      attemptsTotal.inc();
      try {
        return await task(attempt);
      } catch (err) {
        healthy.set(0);
        if (attempt === times) throw err;
        await sleep(firstMs * attempt);
      }
    }
  };

const persistently = withBackoff({ times: 5, firstMs: 2_000 });

export class DividendRuns {
  constructor(private readonly kafka: Kafka) {}

  async publish(exDate: string, dividends: Dividend[]): Promise<void> {
    const messages = dividends.map((d) => ({ key: d.holder, value: JSON.stringify(d) }));
    await persistently(async () => {
      const producer = await this.open(exDate);
      try {
        await this.send(producer, messages);
      } finally {
        await producer.disconnect();
      }
    });
    healthy.set(1);
  }

  private async send(producer: Producer, messages: Message[]): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'dividends.booked', messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('dividends: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  private async open(exDate: string): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `dividends-${exDate}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }
}
