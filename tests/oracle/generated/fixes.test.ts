import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Choices } from './choices.js';
import { DIALECTS } from './dialect.js';
import { brokenByFixes, fixedText } from './fixes.js';
import { programText } from './program-text.js';
import { choicesUpTo } from './search.js';

const PROGRAMS = 400;

it.each(DIALECTS)('a fix breaks nothing in a program of $client', { timeout: 600_000 }, async (dialect) => {
  let fixed = 0;
  for (const list of fc.sample(choicesUpTo(20), { numRuns: PROGRAMS, seed: 1_050 })) {
    const program = programText(new Choices(list), dialect);
    const broken = await brokenByFixes(program);
    if (!broken) continue;
    fixed++;
    expect(broken, `${program.text}\nis fixed to\n${fixedText(program) ?? ''}`).toEqual([]);
  }
  expect(fixed).toBeGreaterThan(PROGRAMS / 10);
});
