import { expect, it } from 'vitest';
import { agreementOf, type Agreement } from './agreement.js';
import { EXCEPTIONS, NOT_WHOLE } from './exceptions.js';
import type { KnownProgram } from './programs.js';

/** In what a program's reports and its runs differ, in words. */
export const differencesIn = ({ troubles, disagreements }: Agreement): string[] => [
  ...troubles,
  ...disagreements.map(({ is, what }) => `${is}: ${what}`),
];

/** How many programs were run whole, in part, and not at all, since nothing of a client is in them. */
interface Counts {
  whole: number;
  partly: number;
  without: number;
}

/** Expects that a program's reports and its runs agree, or that they still do not where an exception says so. */
async function expectAgreement({ name, filename, text }: KnownProgram, counts: Counts): Promise<void> {
  const agreement = await agreementOf(filename, text);
  const differing = differencesIn(agreement);
  if (Object.hasOwn(EXCEPTIONS, name)) {
    expect(differing, 'The exception is not needed').not.toEqual([]);
    return;
  }
  if (Object.hasOwn(NOT_WHOLE, name)) {
    expect(agreement.troubles, 'All of it is run').not.toEqual([]);
    expect(differencesIn({ ...agreement, troubles: [] })).toEqual([]);
    counts.partly += 1;
    return;
  }
  expect(differing).toEqual([]);
  if (agreement.runs > 0) counts.whole += 1;
  else counts.without += 1;
}

/**
 * Declares a test for each program, and one that so many are run.
 *
 * @param least - How many of them are run whole.
 */
export function itAgrees(programs: readonly KnownProgram[], least: number): void {
  const counts: Counts = { whole: 0, partly: 0, without: 0 };
  it.each(programs)('does what is reported: $name', (program) => expectAgreement(program, counts));
  it(`runs ${least} of these ${programs.length} programs whole`, () => {
    expect(counts.whole, JSON.stringify(counts)).toBeGreaterThanOrEqual(least);
  });
}
