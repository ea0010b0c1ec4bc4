import { Kafka } from 'kafkajs';
import { retry } from 'ts-retry-promise';

export interface BookLevel {
  side: 'bid' | 'ask';
  price: string;
  size: string;
}

const producer = new Kafka({ clientId: 'orderbook', brokers: ['kafka:9092'] }).producer({
  transactionalId: `orderbook-${process.env.VENUE}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function writeSnapshot(symbol: string, levels: BookLevel[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'orderbook.snapshots',
      messages: levels.map((level) => ({ key: `${symbol}/${level.side}`, value: `${level.price}@${level.size}` })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export function snapshot(symbol: string, levels: BookLevel[]): Promise<void> {
  return retry(() => writeSnapshot(symbol, levels), { retries: 5, delay: 400, backoff: 'EXPONENTIAL' });
}

export const connect = (): Promise<void> => producer.connect();
