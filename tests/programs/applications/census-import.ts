import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Kafka, type Message } from 'kafkajs';

const CHUNK = 500;

async function* lines(path: string): AsyncIterable<string> {
  yield* createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
}

async function* chunks<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[], void, undefined> {
  let chunk: T[] = [];
  for await (const item of source) {
    if (chunk.push(item) === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

function toMessage(line: string): Message {
  const [household = '', ...fields] = line.split(';');
  return { key: household, value: JSON.stringify(fields) };
}

export async function importCensus(kafka: Kafka, path: string, signal: AbortSignal): Promise<number> {
  const producer = kafka.producer({
    transactionalId: `census-import-${path}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  let imported = 0;
  try {
    for await (const chunk of chunks(lines(path), CHUNK)) {
      if (signal.aborted) break;
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'census.households', messages: chunk.map(toMessage) });
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error(`line ${imported}: abort failed`, abortErr));
        throw err;
      }
      await tx.commit();
      imported += chunk.length;
    }
  } finally {
    await producer.disconnect();
  }
  return imported;
}
