import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Choices } from './choices.js';
import { dialectOf } from './dialects/index.js';
import { brokenByFixes, fixedText } from './fixes.js';
import { programText } from './program-text.js';
import { choicesUpTo } from './search.js';

/** How many programs are tried, and how many of them have a fix at least: what is safe with other clients is less. */
const TRIED = [
  { client: 'kafkajs', programs: 400, least: 40 },
  { client: 'confluent', programs: 40, least: 0 },
  { client: 'platformatic', programs: 40, least: 0 },
  { client: 'rdkafka', programs: 60, least: 3 },
] as const;

it.each(TRIED)('a fix breaks nothing in a program of $client', { timeout: 600_000 }, async (tried) => {
  const { client, programs, least } = tried;
  const dialect = dialectOf(client);
  let fixed = 0;
  for (const list of fc.sample(choicesUpTo(20), { numRuns: programs, seed: 1_050 })) {
    const program = programText(new Choices(list), dialect);
    const broken = await brokenByFixes(program);
    if (!broken) continue;
    fixed++;
    expect(broken, `${program.text}\nis fixed to\n${fixedText(program) ?? ''}`).toEqual([]);
  }
  expect(fixed).toBeGreaterThanOrEqual(least);
});
