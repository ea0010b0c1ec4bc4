import Redlock from 'redlock';
import Redis from 'ioredis';
import pRetry from 'p-retry';
import { Kafka, type Transaction } from 'kafkajs';

const redlock = new Redlock([new Redis(6379, 'redis-a'), new Redis(6379, 'redis-b')], { retryCount: 3 });
const producer = new Kafka({ clientId: 'gates', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'stadium-gates',
  idempotent: true,
  maxInFlightRequests: 1,
});

export interface Entry {
  gate: string;
  ticket: string;
}

async function undo(tx: Transaction): Promise<void> {
  try {
    await pRetry(() => tx.abort(), { retries: 3, minTimeout: 100 });
  } catch (err) {
    console.error('entries not rolled back', err);
  }
}

export async function admit(match: string, entries: Entry[]): Promise<number> {
  const lock = await redlock.acquire([`match:${match}`], 10_000);
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: `matches.${match}.entries`,
        messages: entries.map(({ gate, ticket }) => ({ key: gate, value: ticket })),
      });
    } catch (err) {
      await undo(tx);
      throw err;
    }
    await tx.commit();
    return entries.length;
  } finally {
    await lock.release().catch((err) => console.warn('lock expires by itself', err));
  }
}

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();
