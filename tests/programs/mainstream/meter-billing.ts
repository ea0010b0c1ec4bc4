import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Message, type Transaction } from 'kafkajs';

const MAX_ATTEMPTS = 4;
const TRANSIENT = new Set(['REQUEST_TIMED_OUT', 'LEADER_NOT_AVAILABLE', 'NOT_LEADER_FOR_PARTITION']);

const producer = new Kafka({ clientId: 'meter-billing', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'meter-billing',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** True for errors that an aborted and repeated transaction may cure. */
function isTransient(err: unknown): boolean {
  if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) return false;
  const { type } = err.cause as { type?: string };
  return type !== undefined && TRANSIENT.has(type);
}

/** Begins and fills a transaction; after a failure it is rolled back. */
async function stage(messages: Message[]): Promise<Transaction> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'billing.lines', messages });
    return tx;
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'billing lines could not be rolled back');
    }
    throw err;
  }
}

export async function bill(lines: Array<{ meter: string; amount: number }>): Promise<void> {
  const messages = lines.map((line) => ({ key: line.meter, value: line.amount.toFixed(2) }));
  let tx: Transaction | undefined;
  for (let attempt = 1; tx === undefined; attempt++) {
    try {
      tx = await stage(messages);
    } catch (err) {
      if (!isTransient(err) || attempt === MAX_ATTEMPTS) throw err;
      await sleep(2 ** attempt * 100);
    }
  }
  // outside of the retries: nobody knows what became of a failed commit
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();
