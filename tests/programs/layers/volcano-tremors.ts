import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

export interface Tremor {
  station: string;
  magnitude: number;
  at: number;
}

/** Pauses in milliseconds, one for each further attempt. */
function* backoff(attempts: number, first = 200): Generator<number, void> {
  for (let i = 0; i < attempts; i += 1) {
    yield first * 2 ** i;
  }
}

/** The coordinator may be on the move, or still busy with what our predecessor left open. */
async function begin(producer: Producer): Promise<Transaction> {
  let last: unknown;
  for (const pause of backoff(5)) {
    try {
      return await producer.transaction();
    } catch (err) {
      if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) throw err;
      last = err;
      await sleep(pause);
    }
  }
  throw last;
}

function* batches(tremors: readonly Tremor[], size: number): Generator<readonly Tremor[], void> {
  for (let from = 0; from < tremors.length; from += size) {
    yield tremors.slice(from, from + size);
  }
}

export async function publish(producer: Producer, tremors: readonly Tremor[]): Promise<number> {
  let count = 0;
  for (const batch of batches(tremors, 100)) {
    const tx = await begin(producer);
    try {
      await tx.send({
        topic: 'volcano.tremors',
        messages: batch.map((t) => ({ key: t.station, value: t.magnitude.toFixed(1), timestamp: String(t.at) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('batch not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
    count += batch.length;
  }
  return count;
}
