import pLimit from 'p-limit';
import { readFile } from 'node:fs/promises';
import { Kafka, type RecordMetadata } from 'kafkajs';

const producer = new Kafka({ clientId: 'albums', brokers: ['kafka:9092'] }).producer({
  transactionalId: `albums-${process.env.POD_ORDINAL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const limit = pLimit(4);

function partition<T>(results: PromiseSettledResult<T>[]): [values: T[], reasons: unknown[]] {
  const values: T[] = [];
  const reasons: unknown[] = [];
  for (const result of results) {
    if (result.status === 'fulfilled') values.push(result.value);
    else reasons.push(result.reason);
  }
  return [values, reasons];
}

/** Sends four photos at a time and waits for all of them, also after the first has failed. */
export async function sendAlbum(album: string, files: string[]): Promise<number> {
  const transaction = await producer.transaction();
  try {
    const results = await Promise.allSettled(
      files.map((file) =>
        limit(async (): Promise<RecordMetadata[]> => {
          const value = await readFile(file);
          return transaction.send({ topic: 'photos', messages: [{ key: `${album}/${file}`, value }] });
        }),
      ),
    );
    const [, reasons] = partition(results);
    if (reasons.length > 0) {
      throw new AggregateError(reasons, `${reasons.length} of ${files.length} photos not sent`);
    }
  } catch (err) {
    await transaction.abort().catch((abortErr) => console.warn('album not rolled back', abortErr));
    throw err;
  }
  await transaction.commit();
  return files.length;
}

export const ready = producer.connect();
