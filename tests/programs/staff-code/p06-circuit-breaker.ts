import type { Producer } from '@platformatic/kafka';
import { Counter, Gauge } from 'prom-client';

const failures = new Counter({ name: 'publish_failures_total', help: 'Failed publications' });
const state = new Gauge({ name: 'publish_breaker_open', help: '1 while the breaker is open' });

export class BreakerOpenError extends Error {
  readonly code = 'BREAKER_OPEN';
}

export function breaker<A extends unknown[], R>(
  fn: (...args: A) => Promise<R>,
  { threshold = 5, coolDownMs = 30_000 } = {},
): (...args: A) => Promise<R> {
  let failed = 0;
  let openUntil = 0;
  return async (...args) => {
    if (Date.now() < openUntil) throw new BreakerOpenError('publisher is cooling down');
    try {
      const result = await fn(...args);
      failed = 0;
      state.set(0);
      return result;
    } catch (err) {
      failures.inc();
      if (++failed >= threshold) {
        openUntil = Date.now() + coolDownMs;
        state.set(1);
      }
      throw err;
    }
  };
}

export const createPublisher = (producer: Producer<string, string, string, string>, topic: string) =>
  breaker(async (key: string, values: string[]): Promise<void> => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: values.map((value) => ({ topic, key, value })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  });
