import pRetry from 'p-retry';
import { Kafka, type Transaction } from 'kafkajs';

export interface Ticket {
  seat: string;
  concert: string;
  price: number;
}

const producer = new Kafka({ clientId: 'box-office', brokers: ['opus-kafka:9092'] }).producer({
  transactionalId: 'box-office',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** The type of the protocol error, however deep kafkajs wrapped it. */
function rootType(err: unknown): string | undefined {
  let at = err as { type?: string; cause?: unknown } | undefined;
  while (at && at.type === undefined) at = at.cause as typeof at;
  return at?.type;
}

function begin(): Promise<Transaction> {
  return pRetry(() => producer.transaction(), {
    retries: 4,
    minTimeout: 200,
    shouldRetry: ({ error }) => rootType(error) === 'CONCURRENT_TRANSACTIONS',
  });
}

export async function sell(tickets: Ticket[]): Promise<number> {
  const tx = await begin();
  try {
    await tx.send({
      topic: 'tickets.sold',
      messages: tickets.map((t) => ({ key: t.concert, value: JSON.stringify(t) })),
    });
  } catch (err) {
    await tx.abort().catch((e: unknown) => console.error('tickets: abort failed', e));
    throw err;
  }
  await tx.commit();
  return tickets.reduce((sum, t) => sum + t.price, 0);
}

export const connect = (): Promise<void> => producer.connect();
