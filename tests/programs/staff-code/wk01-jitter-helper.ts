import { Kafka } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

const kafka = new Kafka({ clientId: 'tickets', brokers: ['kafka:9092'] });
export const producer = kafka.producer({ transactionalId: 'tickets-0', idempotent: true, maxInFlightRequests: 1 });

interface Backoff {
  attempts: number;
  baseMs: number;
}

async function withBackoff<T>(work: () => Promise<T>, { attempts, baseMs }: Backoff): Promise<T> {
  let last: unknown;
  for (let n = 0; n < attempts; n++) {
    try {
      return await work();
    } catch (err) {
      last = err;
      await sleep(baseMs * 2 ** n * Math.random());
    }
  }
  throw last;
}

export async function sell(tickets: Array<{ seat: string; buyer: string }>): Promise<void> {
  const tx = await producer.transaction();
  try {
    const messages = tickets.map(({ seat, buyer }) => ({ key: seat, value: buyer }));
    await withBackoff(() => tx.send({ topic: 'tickets.sold', messages }), { attempts: 4, baseMs: 100 });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}
