import fc from 'fast-check';
import { Choices } from './choices.js';
import type { Dialect } from './dialect.js';
import { disagreementsOf } from './disagreement.js';
import { programText } from './program-text.js';

/** What a search went through. */
export interface Searched {
  readonly programs: number;
  readonly runs: number;
}

export interface SearchOptions {
  readonly programs: number;
  readonly seed: number;
  /** How many choices a program is made of at most: the more, the larger it is. */
  readonly choices: number;
  readonly onProgram?: (searched: Searched) => void;
}

/**
 * Writes programs of a dialect and compares what the rules report in each with what its runs show.
 *
 * @returns How many programs, each unlike the others, and how many runs there were.
 * @throws Error with the smallest program found in which they differ, and its seed.
 */
export async function search(
  dialect: Dialect,
  { programs, seed, choices, onProgram }: SearchOptions,
): Promise<Searched> {
  const seen = new Set<string>();
  let runs = 0;
  const numbers = fc.array(fc.nat({ max: 239 }), { minLength: 4, maxLength: choices, size: 'max' });
  await fc.assert(
    fc.asyncProperty(numbers, async (list) => {
      const program = programText(new Choices(list), dialect);
      if (seen.has(program.text)) return;
      const compared = await disagreementsOf(program);
      if (compared.all.length > 0) {
        const what = compared.all.map((one) => `${one.is}: ${one.what}`).join('\n');
        throw new Error(`${what}\n${program.text}`);
      }
      seen.add(program.text);
      runs += compared.runs;
      onProgram?.({ programs: seen.size, runs });
    }),
    { numRuns: programs, seed, endOnFailure: false },
  );
  return { programs: seen.size, runs };
}
