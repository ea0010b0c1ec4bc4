import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Choices } from './choices.js';
import { DIALECTS } from './dialects/index.js';
import { runsOf } from './disagreement.js';
import { programText, type GeneratedProgram } from './program-text.js';
import { choicesUpTo } from './search.js';
import { described } from '../comparison/reported.js';

/** What the runs of a program have broken, and whether something graver than a lesser mistake has. */
async function shownBy(program: GeneratedProgram, isMemoised: boolean): Promise<string[]> {
  const { shown } = await runsOf(program, isMemoised);
  const graver = new Set(shown.filter(({ isLesser }) => isLesser !== true).map(described));
  return [...new Set(shown.map(described))].map((what) => `${what} ${graver.has(what)}`).sort();
}

it.each(DIALECTS)('runs of $client that ask the same are the same', async (dialect) => {
  for (const list of fc.sample(choicesUpTo(24), {
    numRuns: dialect.client === 'kafkajs' ? 100 : 10,
    seed: 20_310,
  })) {
    const program = programText(new Choices(list), dialect);
    expect(await shownBy(program, true), program.text).toEqual(await shownBy(program, false));
  }
});
