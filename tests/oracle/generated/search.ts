import fc from 'fast-check';
import { Choices } from './choices.js';
import type { Dialect } from './dialect.js';
import { disagreementsOf } from './disagreement.js';
import { programText } from './program-text.js';

// Who loads this module by itself gets the dialects of the same clients.
export { dialectOf } from './dialects/index.js';

/** Programs in which what the rules report and what the runs show differ, made small. */
export interface Difference {
  readonly what: readonly string[];
  readonly text: string;
  /** The choices that make the program. */
  readonly choices: readonly number[];
}

/** What a search went through. */
export interface Searched {
  /** Programs, each unlike the others. */
  readonly programs: number;
  readonly runs: number;
  readonly differences: readonly Difference[];
}

export interface SearchOptions {
  readonly programs: number;
  readonly seed: number;
  /** How many choices a program is made of at most: the more, the larger it is. */
  readonly choices: number;
}

/** Lists of choices, of which a program is made. */
export const choicesUpTo = (most: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: 239 }), { minLength: 4, maxLength: most, size: 'max' });

/** Writes programs of a dialect and compares what the rules report in each with what its runs show. */
export async function search(
  dialect: Dialect,
  { programs, seed, choices }: SearchOptions,
): Promise<Searched> {
  const numbers = choicesUpTo(choices);
  const seen = new Set<string>();
  const differences: Difference[] = [];
  let runs = 0;
  for (const list of fc.sample(numbers, { numRuns: programs, seed })) {
    const program = programText(new Choices(list), dialect);
    if (seen.has(program.text)) continue;
    seen.add(program.text);
    const compared = await disagreementsOf(program);
    runs += compared.runs;
    if (compared.all.length > 0) differences.push(await smallest(dialect, numbers, list));
  }
  return { programs: seen.size, runs, differences };
}

/** Makes a program in which reports and runs differ as small as it gets. */
async function smallest(
  dialect: Dialect,
  numbers: fc.Arbitrary<number[]>,
  list: readonly number[],
): Promise<Difference> {
  const compared = (one: readonly number[]) => disagreementsOf(programText(new Choices(one), dialect));
  const differs = fc.asyncProperty(numbers, async (one) => (await compared(one)).all.length === 0);
  const { counterexample } = await fc.check(differs, { examples: [[[...list]]], numRuns: 1 });
  const small = counterexample?.[0] ?? list;
  const what = (await compared(small)).all.map((one) => `${one.is}: ${one.what}`);
  return { what, text: programText(new Choices(small), dialect).text, choices: small };
}
