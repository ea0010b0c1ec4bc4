import type { Producer } from 'kafkajs';

type Phase = 'writing' | 'committing' | 'committed';

export interface Sample {
  plot: string;
  species: string;
  cover: number;
}

interface Options {
  topic?: string;
  log?: (line: string, detail?: unknown) => void;
}

/** Writes the samples of one survey, all or none. */
export async function writeSamples(
  producer: Producer,
  samples: Sample[],
  { topic: target = 'moss.samples', log: report = console.warn }: Options = {},
): Promise<Phase> {
  let phase: Phase = 'writing';
  const tx = await producer.transaction();

  try {
    for (const { plot: key, ...rest } of samples) {
      await tx.send({ topic: target, messages: [{ key, value: JSON.stringify(rest) }] });
    }
    phase = 'committing';
    await tx.commit();
    phase = 'committed';
  } finally {
    // once the commit is under way its outcome belongs to the broker
    if (phase === 'writing') {
      await tx.abort().catch((abortError: unknown) => report('samples not rolled back', abortError));
    }
  }

  return phase;
}
