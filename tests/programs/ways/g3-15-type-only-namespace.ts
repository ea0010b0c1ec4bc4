import type * as K from 'kafkajs';
import { setTimeout as wait } from 'node:timers/promises';

interface Chunk {
  readonly index: number;
  readonly bytes: Buffer;
}

function retriesSpent(err: unknown): boolean {
  return err instanceof Error && err.name === 'KafkaJSNumberOfRetriesExceeded';
}

async function sendChunk(tx: K.Transaction, file: string, chunk: Chunk, attempt = 1): Promise<void> {
  try {
    await tx.send({
      topic: 'files.chunks',
      messages: [{ key: file, value: chunk.bytes, headers: { index: String(chunk.index) } }],
    });
  } catch (err) {
    if (!retriesSpent(err) || attempt > 3) {
      throw err;
    }
    await wait(attempt * 1_000);
    await sendChunk(tx, file, chunk, attempt + 1);
  }
}

export async function upload(producer: K.Producer, file: string, chunks: AsyncIterable<Chunk>): Promise<number> {
  const tx = await producer.transaction();
  let count = 0;
  try {
    for await (const chunk of chunks) {
      await sendChunk(tx, file, chunk);
      count += 1;
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `${file} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
  return count;
}
