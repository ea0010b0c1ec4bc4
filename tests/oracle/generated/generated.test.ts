import { describe, expect, it } from 'vitest';
import { DIALECTS } from './dialect.js';
import { search } from './search.js';

/** How many programs of each client are tried; `npm run prove` tries many more. */
const PROGRAMS = 1_200;

describe.each(DIALECTS)('generated programs of $client', (dialect) => {
  it('do what the rules report, and nothing else that they speak of', { timeout: 600_000 }, async () => {
    const { programs } = await search(dialect, { programs: PROGRAMS, seed: 20_310, choices: 24 });
    // Choices that make the same program are tried once.
    expect(programs).toBeGreaterThan(PROGRAMS * 0.9);
  });
});
