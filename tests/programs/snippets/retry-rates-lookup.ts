import { Kafka } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

interface RateDto {
  pair: string;
  rate: number;
}

async function retry<T>(fn: (attempt: number) => Promise<T>, attempts = 4): Promise<T> {
  let lastError: unknown;
  for (let i = 1; i <= attempts; i++) {
    try {
      return await fn(i);
    } catch (err) {
      lastError = err;
      await sleep(2 ** i * 100);
    }
  }
  throw lastError;
}

async function fetchRate(pair: string): Promise<RateDto> {
  const res = await fetch(`${process.env.RATES_URL}/${pair}`);
  if (!res.ok) throw new Error(`rates service answered ${res.status}`);
  return (await res.json()) as RateDto;
}

const producer = new Kafka({ clientId: 'fx', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'fx-rates-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const ready = producer.connect();

export async function publishRates(pairs: string[]): Promise<void> {
  await ready;
  const transaction = await producer.transaction();
  try {
    for (const pair of pairs) {
      const dto = await retry(() => fetchRate(pair));
      await transaction.send({
        topic: 'fx.rates',
        messages: [{ key: dto.pair, value: dto.rate.toFixed(6) }],
      });
    }
  } catch (error) {
    await transaction.abort().catch((e) => console.warn('could not abort', e));
    throw error;
  }
  await transaction.commit();
}
