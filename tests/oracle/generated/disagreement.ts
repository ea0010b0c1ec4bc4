import type { Analysis } from '../../../src/flow/analysis.js';
import { variantTable } from '../../../src/flow/errors.js';
import { analysisOfText } from '../comparison/analysed.js';
import { explored, type Explored } from '../comparison/explored.js';
import { byEffect, groupsOf, RAISING, type Groups } from '../comparison/groups.js';
import { disagreementsBetween, type Disagreement } from '../comparison/reported.js';
import { fakes } from '../fakes/index.js';
import { reactionTo } from '../fakes/reaction.js';
import { plainProgram } from '../program.js';
import type { ErrorVariant } from '../../../src/clients/index.js';
import type { Driver } from '../run.js';
import { Asking, type Choice, type ChosenCall } from './asking.js';
import { answerOf } from './error-tests.js';
import { instrumentedText, MISHAP } from './instrumented.js';
import { FLAGS, type GeneratedProgram } from './program-text.js';

/** The analysis of a generated program. */
export function analysisOfProgram({ text }: GeneratedProgram): Analysis {
  const analysis = analysisOfText(text);
  if (!analysis) throw new Error(`No analysis of\n${text}`);
  return analysis;
}

/** The errors of the client, put together where the program's tests do not tell them apart, as they are or as a cause. */
function groupsOfProgram({ dialect, tests, text }: GeneratedProgram, isWithLocal: boolean): Groups {
  const ways = text.includes('cause: ') ? [false, true] : [false];
  return groupsOf(
    dialect.client,
    dialect.style,
    (_, variant, operation) =>
      [
        reactionTo(dialect.client, operation, variant).kind,
        ...tests.flatMap((test) => ways.map((isCause) => answerOf(test, dialect, variant, isCause))),
      ].join(),
    isWithLocal,
  );
}

/** A thing whose every field is a text of its own, but for those that it has. */
const thing = (name: string, own: Readonly<Record<string, unknown>> = {}): object =>
  new Proxy(own, {
    get: (_, field) => (typeof field === 'string' ? (own[field] ?? `${name} ${field}`) : undefined),
  });

const ITEMS = [thing('one'), thing('two')];
const ORDER = thing('order');

/**
 * Errors of the application's own: a plain one, and for each of the program's tests one that passes it, and one of no class of the
 * client's that has the field which is tested.
 */
function mishapsOf({ text, tests, dialect }: GeneratedProgram): (ErrorVariant | undefined)[] {
  if (!text.includes(MISHAP)) return [undefined];
  const { client, style } = dialect;
  const variants = RAISING.flatMap((operation) => variantTable(client, operation, style).variants);
  const passing = tests.flatMap((test) => [
    variants.find((variant) => answerOf(test, dialect, variant)),
    fieldOnly(test),
  ]);
  return [undefined, ...passing.filter((variant) => variant !== undefined)];
}

/** An error that has nothing but the field that a test compares; undefined where the test asks something else. */
function fieldOnly(test: string): ErrorVariant | undefined {
  const [, cause, field, value] = /^e(\??\.cause)?\??\.(\w+) === (.+)$/.exec(test) ?? [];
  if (field === undefined || value === undefined) return undefined;
  const plain = { classes: ['Error'], fields: {} };
  const layer = {
    classes: ['Error'],
    fields: { [field]: value.startsWith("'") ? value.slice(1, -1) : Number(value) },
  };
  return { row: 'unknown', layers: cause === undefined ? [layer] : [plain, layer] };
}

/**
 * What a program is called with: its flags in every combination, with items and without, and what goes wrong on its side.
 *
 * @param isFurther - With a single item, too, behind which nothing comes.
 */
function* callsOf(program: GeneratedProgram, asking: Asking, isFurther: boolean): Generator<ChosenCall> {
  const next = thing('next', program.dialect.record);
  const lists = program.hasItems ? [ITEMS, ...(isFurther ? [ITEMS.slice(0, 1)] : []), []] : [ITEMS];
  const ways = waysOf(program.flags);
  for (const [at, mishap] of mishapsOf(program).entries()) {
    for (const items of lists) {
      for (const flags of ways) {
        const choice: Choice = { flags, items, mishap };
        const drive: Driver['drive'] = (exports, running) => {
          const entry = exports['run'] as (...args: readonly unknown[]) => unknown;
          const { a, b, kind } = flags;
          running.call('run', () => entry(ORDER, items, next, a, b, kind));
        };
        // That an error of the application's own looks like one of the client's need not be thought of.
        yield asking.callOf(choice, at > 0, drive);
      }
    }
  }
}

/** What the flags can be: those that the program reads in every combination. */
function waysOf(read: readonly string[]): Choice['flags'][] {
  let ways: Choice['flags'][] = [{}];
  for (const [flag, values] of Object.entries(FLAGS)) {
    const possible = read.includes(flag) ? values : values.slice(0, 1);
    ways = ways.flatMap((way) => possible.map((value) => ({ ...way, [flag]: value })));
  }
  return ways;
}

/**
 * Runs a program for every group of errors at every call, and with a second failure in what it does then.
 *
 * @param isMemoised - Whether runs of which another one shows how they go are left out.
 * @param depth - How many failures are tried one after the other.
 * @param isFurther - Calls fail with errors of the client's own state, too, and there may be a single item.
 */
export function runsOf(
  program: GeneratedProgram,
  isMemoised = true,
  depth = 2,
  isFurther = false,
): Promise<Explored> {
  const groups = groupsOfProgram(program, isFurther);
  const effects = byEffect(program.dialect.client, groups);
  const asking = new Asking(program);
  return explored({
    program: plainProgram('generated.js', instrumentedText(program)),
    backEnd: fakes,
    asksAlways: true,
    calls: callsOf(program, asking, isFurther),
    groupsFor: ({ operation }) => groups.get(operation) ?? [],
    effectsFor: ({ operation }) => effects.get(operation) ?? [],
    testsErrors: program.tests.length > 0,
    wholeTurns: 2,
    depth,
    ...(isMemoised && { inquiry: asking }),
    lineOf: asking.lineOf,
  });
}

/** Compares what the analysis finds in a program with what its runs show. */
export async function disagreementsOf(
  program: GeneratedProgram,
): Promise<{ all: Disagreement[]; runs: number }> {
  const analysis = analysisOfProgram(program);
  const two = await runsOf(program);
  const isNeverSeen = ({ is }: Disagreement): boolean => is === 'never happens';
  // What the analysis was not done with it cannot report.
  const all = disagreementsBetween(analysis, two).filter(
    (one) => isNeverSeen(one) || !(analysis.interpreter.exhausted || analysis.interpreter.leftOut),
  );
  if (!all.some(isNeverSeen)) return { all, runs: two.runs };
  // What two failures do not lead to may take a third, a producer that is closed elsewhere, or a single item.
  const three = await runsOf(program, true, 3, true);
  const still = disagreementsBetween(analysis, three).filter(isNeverSeen);
  return { all: [...all.filter((one) => !isNeverSeen(one)), ...still], runs: two.runs + three.runs };
}
