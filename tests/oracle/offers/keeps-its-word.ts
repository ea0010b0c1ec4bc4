import { expect, it } from 'vitest';
import { brokenBy, languageOf } from '../agreement/agreement.js';
import type { KnownProgram } from '../agreement/programs.js';
import { analysisOfText } from '../comparison/analysed.js';
import type { Analysis } from '../../../src/flow/analysis.js';
import { wasFound } from './found-before.js';
import { LEFT_TO_DO } from './left-to-do.js';
import { offersIn, type Offer } from './offers.js';
import { outcomeOf } from './outcome.js';

const analysisOfProgram = ({ filename }: KnownProgram, text: string): Analysis | undefined =>
  analysisOfText(text, languageOf(filename), filename);

/** What an offer does to the reports that it must not. */
function misreported(offer: Offer, before: Analysis, after: Analysis | undefined): string[] {
  const { brings = [] } = LEFT_TO_DO[`${offer.rule} ${offer.id}`] ?? {};
  const outcome = outcomeOf(offer, before, after);
  return [
    ...outcome.brings.filter((kind) => !brings.includes(kind)).map((kind) => `it brings ${kind}`),
    ...(outcome.isStillReported ? ['it is still reported'] : []),
  ];
}

/** What runs break when an offer is taken that they did not before, but for what it says is left to do. */
async function misdone(
  { filename, text }: KnownProgram,
  { rule, id, changed }: Offer,
  analysis: Analysis,
  before: ReadonlySet<string>,
): Promise<string[]> {
  const { breaks = [] } = LEFT_TO_DO[`${rule} ${id}`] ?? {};
  const isAllowed = (what: string): boolean => {
    const [invariant = '', , row] = what.split(' ');
    return breaks.some((one) => one === invariant) || wasFound(analysis, invariant, row, id === 'fix');
  };
  const after = await brokenBy(filename, changed);
  const more = (known: ReadonlySet<string>): string[] =>
    [...after].filter((what) => !known.has(what) && !isAllowed(what));
  // What was not seen before may take more to happen.
  return more(before).length > 0 ? more(await brokenBy(filename, text, true)) : [];
}

/** What follows from a call that the client does not have, or understands otherwise, is not compared. */
const isUnderstood = (analysis: Analysis | undefined): boolean =>
  analysis?.findings.every(({ kind }) => kind !== 'invalid-call') ?? true;

/** Expects that each change that is offered does what it says. */
async function expectWord(
  program: KnownProgram,
  offers: readonly Offer[],
  { isRun }: { readonly isRun: boolean },
): Promise<void> {
  const before = analysisOfProgram(program, program.text);
  if (!before) throw new Error(`No analysis of ${program.name}`);
  const broken = isRun ? await brokenBy(program.filename, program.text) : new Set<string>();
  for (const offer of offers) {
    const after = analysisOfProgram(program, offer.changed);
    const wrong = misreported(offer, before, after);
    if (isRun && isUnderstood(after)) wrong.push(...(await misdone(program, offer, before, broken)));
    expect(wrong, `${offer.rule} ${offer.id} on line ${offer.line}\n${offer.changed}`).toEqual([]);
  }
}

/**
 * Declares a test for each program of which a report offers something: taken by itself, each change removes its report and brings no
 * other, and, where programs are run, breaks nothing that held before.
 *
 * @param least - How many changes are offered.
 */
export function itKeepsItsWord(programs: readonly KnownProgram[], least: number, isRun: boolean): void {
  const offering = programs.flatMap((program) => {
    const offers = offersIn(program.text, program.filename);
    return offers.length > 0 ? [{ name: program.name, program, offers }] : [];
  });
  it.each(offering)('does what it says: $name', ({ program, offers }) =>
    expectWord(program, offers, { isRun }),
  );
  it(`is one of ${least} changes at least`, () => {
    const count = offering.reduce((sum, { offers }) => sum + offers.length, 0);
    expect(count).toBeGreaterThanOrEqual(least);
  });
}
