import { describe, expect, it } from 'vitest';
import { DIALECTS, search } from './search.js';

/** How many programs of each client are tried with a seed; `npm run prove` tries as many as asked. */
const PROGRAMS = 2_000;

/** Tests programs made from a seed. Each seed has a file of its own, so that they are tried side by side. */
export function testPrograms(seed: number): void {
  describe.each(DIALECTS)('generated programs of $client', (dialect) => {
    it('do what the rules report, and nothing else that they speak of', { timeout: 900_000 }, async () => {
      const { programs, differences } = await search(dialect, { programs: PROGRAMS, seed, choices: 24 });
      expect(differences.map(({ what, text }) => `${what.join('\n')}\n${text}`)).toEqual([]);
      // Choices that make the same program are tried once.
      expect(programs).toBeGreaterThan(PROGRAMS * 0.9);
    });
  });
}
