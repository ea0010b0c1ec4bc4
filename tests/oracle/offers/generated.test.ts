import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analysisOfText } from '../comparison/analysed.js';
import type { Explored } from '../comparison/explored.js';
import { Choices } from '../generated/choices.js';
import { dialectOf } from '../generated/dialects/index.js';
import { analysisOfProgram, runsOf } from '../generated/disagreement.js';
import { programText, type GeneratedProgram } from '../generated/program-text.js';
import { choicesUpTo } from '../generated/search.js';
import { wasFound } from './found-before.js';
import { LEFT_TO_DO } from './left-to-do.js';
import { offersIn, type Offer } from './offers.js';
import { outcomeOf } from './outcome.js';

/** How many programs are tried, and how many changes their reports offer at least. */
const TRIED = [
  { client: 'kafkajs', programs: 60, least: 30 },
  { client: 'confluent', programs: 10, least: 5 },
  { client: 'platformatic', programs: 10, least: 4 },
  { client: 'rdkafka', programs: 20, least: 2 },
] as const;

/** How many times as many are tried where all is wanted. */
const TIMES = process.env['PROVE'] === 'all' ? 20 : 1;

/** The invariants that runs have broken, each with the row of the error behind it. */
const brokenIn = ({ shown }: Explored, withLesser: boolean): ReadonlySet<string> =>
  new Set(
    shown
      .filter(({ isLesser }) => withLesser || isLesser !== true)
      .map(({ invariant, error }) => `${invariant} ${error?.fault?.variant.row ?? ''}`.trim()),
  );

/** What goes wrong when an offer is taken that did not before, but for what it says is left to do. */
async function wrongWith(
  program: GeneratedProgram,
  offer: Offer,
  before: ReadonlySet<string>,
): Promise<string[]> {
  const { rule, id, changed } = offer;
  const { brings = [], breaks = [] } = LEFT_TO_DO[`${rule} ${id}`] ?? {};
  const analysis = analysisOfProgram(program);
  const outcome = outcomeOf(offer, analysis, analysisOfText(changed));
  const broken = brokenIn(await runsOf({ ...program, text: changed }, false), false);
  return [
    ...(outcome.isStillReported ? ['it is still reported'] : []),
    ...outcome.brings.filter((kind) => !brings.includes(kind)).map((kind) => `it brings ${kind}`),
    ...[...broken].filter((what) => {
      const [invariant = '', row] = what.split(' ');
      const isLeft =
        breaks.some((one) => one === invariant) || wasFound(analysis, invariant, row, id === 'fix');
      return !before.has(what) && !isLeft;
    }),
  ];
}

it.each(TRIED)(
  'what a report on a program of $client offers does what it says',
  { timeout: 1_800_000 },
  async ({ client, programs, least }) => {
    const dialect = dialectOf(client);
    let offered = 0;
    for (const list of fc.sample(choicesUpTo(20), { numRuns: programs * TIMES, seed: 1_050 })) {
      const program = programText(new Choices(list), dialect);
      const offers = offersIn(program.text, 'generated.cjs');
      if (offers.length === 0) continue;
      const before = brokenIn(await runsOf(program), true);
      for (const offer of offers) {
        offered++;
        const { rule, id, line, changed } = offer;
        const wrong = await wrongWith(program, offer, before);
        expect(wrong, `${program.text}\n${rule} ${id} on line ${line} makes it\n${changed}`).toEqual([]);
      }
    }
    expect(offered).toBeGreaterThanOrEqual(least);
  },
);
