import { once } from 'node:events';
import { Kafka, type Transaction } from 'kafkajs';

export interface Letter {
  barcode: string;
  postcode: string;
}

const producer = new Kafka({ clientId: 'letters', brokers: ['sorting-hall:9092'] }).producer({
  transactionalId: `letters-${process.env.BELT ?? 'A'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const byRegion = (letters: Letter[]): Map<string, Letter[]> => {
  const regions = new Map<string, Letter[]>();
  for (const letter of letters) {
    const region = letter.postcode.slice(0, 2);
    regions.set(region, [...(regions.get(region) ?? []), letter]);
  }
  return regions;
};

async function fill(tx: Transaction, letters: Letter[], signal: AbortSignal): Promise<void> {
  for (const [region, batch] of byRegion(letters)) {
    signal.throwIfAborted();
    await tx.send({ topic: `letters.${region}`, messages: batch.map(({ barcode }) => ({ value: barcode })) });
  }
}

/** Sorts until the belt is stopped; letters of a stopped belt stay where they were. */
export async function sort(letters: Letter[], signal: AbortSignal): Promise<void> {
  const tx = await producer.transaction();
  try {
    await fill(tx, letters, signal);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('letters: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function start(belt: NodeJS.EventEmitter): Promise<void> {
  await producer.connect();
  await once(belt, 'stopped');
  await producer.disconnect();
}
