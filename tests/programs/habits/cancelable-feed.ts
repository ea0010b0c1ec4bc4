import type { Producer } from 'kafkajs';

export interface Fix {
  vessel: string;
  lat: number;
  lon: number;
}

export type Progress = { published: number; batch: number };

/**
 * Publishes positions batch by batch and reports progress after each commit.
 */
export async function* publishFixes(
  producer: Producer,
  batches: AsyncIterable<Fix[]>,
  signal: AbortSignal,
): AsyncGenerator<Progress, void, void> {
  let batch = 0;
  let published = 0;

  for await (const fixes of batches) {
    const tx = await producer.transaction();
    try {
      for (const { vessel, lat, lon } of fixes) {
        if (signal.aborted) {
          console.info('feed cancelled in batch %d', batch);
          return;
        }
        await tx.send({ topic: 'vessels.fixes', messages: [{ key: vessel, value: `${lat},${lon}` }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('feed: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
    published += fixes.length;
    yield { published, batch: batch++ };
  }
}
