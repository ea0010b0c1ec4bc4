import { describe, expect, it } from 'vitest';
import type { ClientId } from '../../../src/clients/index.js';
import { dialectOf, search } from './search.js';

/** How many programs are tried with a seed; `npm run prove` tries as many as asked. */
const PROGRAMS = 2_000;

/** Tests programs made from a seed. Each seed has a file of its own, so that they are tried side by side. */
export function testPrograms(seed: number, client: ClientId = 'kafkajs', wanted = PROGRAMS): void {
  describe(`generated programs of ${client}`, () => {
    it('do what the rules report, and nothing else that they speak of', { timeout: 900_000 }, async () => {
      const { programs, differences } = await search(dialectOf(client), {
        programs: wanted,
        seed,
        choices: 24,
      });
      expect(differences.map(({ what, text }) => `${what.join('\n')}\n${text}`)).toEqual([]);
      // Choices that make the same program are tried once.
      expect(programs).toBeGreaterThan(wanted * 0.9);
    });
  });
}
