import * as parser from '@typescript-eslint/parser';
import {
  type ClientId,
  type CallStyle,
  type ErrorLayer,
  type ErrorVariant,
} from '../../../src/clients/index.js';
import { onceByKey } from '../../../src/clients/error-shapes.js';
import { variantTable } from '../../../src/flow/errors.js';
import { analysisOfText, type LanguageOptions } from '../comparison/analysed.js';
import { explored, placeOf, type Call, type Explored } from '../comparison/explored.js';
import { byEffect, groupsOf, type Groups } from '../comparison/groups.js';
import { disagreementsBetween, REFUSED, type Disagreement } from '../comparison/reported.js';
import { fakes } from '../fakes/index.js';
import { compiledProgram } from '../program.js';
import type { Deed } from '../trace.js';
import type { Analysis } from '../../../src/flow/analysis.js';
import { beginningIn, entryPointsOf, fillingIn, isBeside, type EntryPoint } from './entries.js';
import { HOOKS, instrumented } from './instrumented.js';
import { textOfStandIn, type Callable } from './stand-ins.js';
import { addNewerGlobals } from './newer-globals.js';
import { driverOf, type Scene, type Seen } from './world.js';

addNewerGlobals();

/** How often a scene is tried. */
const MOST_RUNS = process.env['PROVE'] === 'all' ? Infinity : 120;

/** How often the world is tried the other way round, for each entry. */
const MOST_FLIPS = 6;

/** How a program's runs and its reports compare. */
export interface Agreement {
  readonly disagreements: readonly Disagreement[];
  readonly runs: number;
  /** What could not be called. */
  readonly troubles: readonly string[];
  /** The invariants that the runs break, each with the operation and the row behind it. */
  readonly broken: ReadonlySet<string>;
}

/** How a file of that name is parsed. */
export const languageOf = (filename: string): LanguageOptions => ({
  parser,
  sourceType: /\.c[jt]s$/.test(filename) ? 'commonjs' : 'module',
  parserOptions: { ecmaFeatures: { jsx: /\.[jt]sx$/.test(filename) } },
});

/** Words and numbers of a text. */
const tokensOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$]+|-\d+/g));

/** What a program that uses these words can see of an error. */
function looksTo(tokens: ReadonlySet<string>): (error: Error, variant: ErrorVariant) => string {
  const seen = ({ classes, fields }: ErrorLayer): string =>
    [
      ...classes.filter((name) => tokens.has(name)),
      ...Object.entries(fields).flatMap(([name, value]) =>
        typeof value === 'boolean'
          ? tokens.has(name)
            ? [`${name}=${value}`]
            : []
          : tokens.has(String(value))
            ? [`${name}=${value}`]
            : [],
      ),
    ].join();
  return (_, { layers, inner = [] }) => [...layers.map(seen), '|', ...inner.map(seen)].join(';');
}

/** How a call hands its outcome over: one and the same operation of the callback API may throw, or report. */
function styleOf({ interpreter }: Analysis, { client, operation, line = 0 }: Deed): CallStyle {
  if (client !== 'rdkafka') return 'promise';
  const throwing = variantTable(client, operation, 'sync');
  const isThrowing = [...interpreter.sources].some(
    ({ table, node: { loc } }) => table === throwing && loc.start.line <= line && line <= loc.end.line,
  );
  return isThrowing ? 'sync' : 'callback';
}

/** What the scenes of a program have come by. */
interface Notes {
  readonly troubles: Set<string>;
  readonly slips: Set<string>;
}

type Staged = (scene: Scene, seen: Seen) => Call;

/** How often something outside fails, and how many pairs of conditions are tried, for each entry. */
const MOST_FAILURES = 6;

/** A function may have been handed over by one that was handed over itself. */
const MOST_LISTENERS = 2;

/**
 * What a program is run for: the top level, each entry, and what was handed over meanwhile; and each with the world otherwise.
 *
 * @param isThorough - Conditions are turned round two at a time, too, and things outside fail.
 */
function* scenesOf(analysis: Analysis, notes: Notes, staged: Staged, isThorough: boolean): Generator<Call> {
  const entries = entryPointsOf(analysis);
  const filling = fillingIn(analysis, entries);
  const beginning = beginningIn(analysis, entries);
  /** Something has to be made ready first. */
  const isIncomplete = ({ entry, listeners }: Scene, { slips }: Seen): boolean =>
    (entry !== undefined || listeners.length > 0) && slips.size > 0;
  const varied = function* (scene: Scene, seen: Seen): Generator<Call> {
    yield staged(scene, seen);
    if (!scene.isReady && !scene.isOdd && isIncomplete(scene, seen)) return;
    const conditions = [...seen.conditions].slice(0, MOST_FLIPS);
    for (const condition of conditions) yield staged({ ...scene, flipped: new Set([condition]) }, seen);
    if (seen.lists) yield staged({ ...scene, isEmpty: true }, seen);
    if (!isThorough) return;
    for (const one of [...seen.conditions].slice(0, MOST_FLIPS + 4)) {
      for (const other of conditions)
        if (one > other) yield staged({ ...scene, flipped: new Set([one, other]) }, seen);
    }
  };
  const tried = function* (
    entry: EntryPoint | undefined,
    listeners: readonly number[],
  ): Generator<Call, number> {
    const seenNow = (): Seen => ({
      listeners: 0,
      conditions: new Set(),
      lists: false,
      calls: new Set(),
      slips: new Set(),
      isIdle: true,
      trouble: undefined,
    });
    let seen = seenNow();
    let scene: Scene = {
      entry,
      listeners,
      flipped: new Set(),
      isEmpty: false,
      failing: undefined,
      isReady: false,
      filling: [],
      isAgain: false,
      isOdd: isThorough,
    };
    yield* varied(scene, seen);
    // What has done nothing may wait for what makes it ready, and tell nobody that it does.
    if (isIncomplete(scene, seen) || (entry && seen.isIdle)) {
      seen = seenNow();
      scene = { ...scene, isReady: true };
      yield* varied(scene, seen);
    }
    const keeping = entry ? filling.filter((one) => isBeside(one, entry)) : [];
    if (keeping.length > 0) yield* varied({ ...scene, filling: keeping }, seenNow());
    if (isThorough) {
      if (entry) yield staged({ ...scene, isAgain: true }, seen);
      const begun = entry ? beginning.filter((one) => isBeside(one, entry)) : [];
      if (begun.length > 0) yield* varied({ ...scene, filling: begun }, seenNow());
      for (const failing of [...seen.calls].slice(0, MOST_FAILURES)) {
        const failed = seenNow();
        yield* varied({ ...scene, failing }, failed);
      }
    }
    if (seen.trouble !== undefined) notes.troubles.add(seen.trouble);
    for (const slip of seen.slips) notes.slips.add(slip);
    return seen.listeners;
  };
  /** Tries something, and what it has handed over. */
  const triedWith = function* (
    entry: EntryPoint | undefined,
    listeners: readonly number[],
    known: number,
  ): Generator<Call, number> {
    const count = yield* tried(entry, listeners);
    if (listeners.length < MOST_LISTENERS)
      for (let at = known; at < count; at++) yield* triedWith(entry, [...listeners, at], count);
    return count;
  };
  const atStart = yield* triedWith(undefined, [], 0);
  for (const entry of entries) yield* triedWith(entry, [], atStart);
}

const NOTHING: Agreement = { disagreements: [], runs: 0, troubles: [], broken: new Set() };

/** A program that can be tried again and again. */
interface Triable {
  readonly analysis: Analysis;
  readonly tried: (notes: Notes, isThorough: boolean, mostRuns?: number) => Promise<Explored>;
}

/** Makes a program ready to be run, where it has a trace of a client. */
function triable(filename: string, text: string): Triable | undefined {
  const analysis = analysisOfText(text, languageOf(filename), filename);
  if (!analysis) return undefined;
  const program = instrumented(analysis);
  const compiled = compiledProgram(
    filename,
    program.text,
    [...program.free, ...Object.values(HOOKS), 'JSON', 'Buffer', 'Date', 'fetch'],
    HELPERS,
  );
  const looks = looksTo(tokensOf(text));
  const groups = onceByKey((key: `${ClientId} ${CallStyle}`): Groups => {
    const [client, style] = key.split(' ') as [ClientId, CallStyle];
    return groupsOf(client, style, looks);
  });
  const effects = onceByKey((key: `${ClientId} ${CallStyle}`): Groups =>
    byEffect(key.split(' ')[0] as ClientId, groups(key)),
  );
  const of = (all: typeof groups) => (deed: Deed) =>
    all(`${deed.client} ${styleOf(analysis, deed)}`).get(deed.operation) ?? [];
  const tried = (notes: Notes, isThorough: boolean, mostRuns = MOST_RUNS): Promise<Explored> =>
    explored({
      program: compiled,
      backEnd: fakes,
      asksAlways: true,
      calls: scenesOf(
        analysis,
        notes,
        (scene, seen) => ({
          driver: driverOf(analysis, program, scene, seen),
          isOdd: scene.isOdd,
          isFromStart: scene.isAgain,
        }),
        isThorough,
      ),
      groupsFor: of(groups),
      effectsFor: of(effects),
      testsErrors: analysis.interpreter.tests.size > 0,
      mostRuns,
    });
  return { analysis, tried };
}

/** Runs a program that nobody wrote for it, in every way, and compares. */
export async function agreementOf(filename: string, text: string): Promise<Agreement> {
  const program = triable(filename, text);
  if (!program) return NOTHING;
  const { analysis, tried } = program;
  const first = await tried({ troubles: new Set(), slips: new Set() }, false);
  const agreement = comparedWith(analysis, first, { troubles: new Set(), slips: new Set() });
  const isShown = ({ is }: Disagreement): boolean => is !== 'never happens';
  if (agreement.troubles.length === 0 && agreement.disagreements.every(isShown)) return agreement;
  // What was not seen may take more to happen.
  const notes: Notes = { troubles: new Set(), slips: new Set() };
  const more = both(first, await tried(notes, true));
  const second = comparedWith(analysis, more, notes);
  if (second.disagreements.every(isShown)) return second;
  return comparedWith(analysis, both(more, await tried(notes, true, Infinity)), notes);
}

/**
 * The invariants that a program's runs break, each with the operation and the row behind it.
 *
 * @param isThorough - Conditions are turned round in pairs, too, things outside fail, and functions are called twice.
 */
export async function brokenBy(
  filename: string,
  text: string,
  isThorough = false,
): Promise<ReadonlySet<string>> {
  const program = triable(filename, text);
  if (!program) return new Set();
  const notes: Notes = { troubles: new Set(), slips: new Set() };
  const first = brokenIn(await program.tried(notes, false));
  return isThorough ? new Set([...first, ...brokenIn(await program.tried(notes, true, Infinity))]) : first;
}

/** The invariants that runs break, each with the operation and the row behind it; those that need not be reported are left out. */
const brokenIn = ({ shown, rowsOf }: Explored): ReadonlySet<string> =>
  new Set(
    shown
      .filter(({ isLesser }) => isLesser !== true)
      .flatMap(({ invariant, error }) => {
        const variant = error?.fault?.variant;
        const rows = variant ? rowsOf(variant) : [];
        return error && rows.length > 0
          ? rows.map((row) => `${invariant} after ${row} of ${error.operation}`)
          : [invariant];
      }),
  );

/** What two explorations of a program have shown. */
const both = (a: Explored, b: Explored): Explored => ({
  shown: [...a.shown, ...b.shown],
  rowsOf: (variant) => [...a.rowsOf(variant), ...b.rowsOf(variant)],
  runs: a.runs + b.runs,
  abortsTwice: a.abortsTwice || b.abortsTwice,
  answeredByClient: {
    places: new Set([...a.answeredByClient.places, ...b.answeredByClient.places]),
    variants: new Set([...a.answeredByClient.variants, ...b.answeredByClient.variants]),
  },
  failed: new Set([...a.failed, ...b.failed]),
  unresumed: new Set([...a.unresumed, ...b.unresumed]),
  cutShort: new Set([...a.cutShort, ...b.cutShort]),
  cleaning: new Set([...a.cleaning, ...b.cleaning]),
  beside: new Set([...a.beside, ...b.beside]),
  goneOnAfter: new Set([...a.goneOnAfter, ...b.goneOnAfter]),
  retriedAborts: new Set([...a.retriedAborts, ...b.retriedAborts]),
  reached: new Set([...a.reached, ...b.reached]),
  accepted: new Set([...a.accepted, ...b.accepted]),
});

function comparedWith(analysis: Analysis, result: Explored, { troubles, slips }: Notes): Agreement {
  const why = slips.size > 0 ? ` (${[...slips].join('; ')})` : '';
  return {
    disagreements: disagreementsBetween(analysis, result),
    runs: result.runs,
    broken: brokenIn(result),
    troubles: [...troubles, ...unreached(analysis, result).map((place) => `${place} is never called${why}`)],
  };
}

/** The calls that the analysis has seen fail and no run has made. */
function unreached({ interpreter, findings }: Analysis, { reached }: Explored): string[] {
  const places: string[] = [];
  // What the client understands otherwise, or refuses, ends before the rest comes.
  if (findings.some(({ kind }) => REFUSED.has(kind))) return [];
  for (const { table, node } of interpreter.sources) {
    if (!table || table.operation === 'close' || table.operation === 'create') continue;
    const { operation } = table;
    const { start, end } = node.loc;
    const lines = Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at);
    if (!lines.some((line) => reached.has(placeOf({ operation, line }))))
      places.push(`${operation} on line ${start.line}`);
  }
  return places;
}

/** In place of TypeScript's helpers: decorators that are not there leave things as they are. */
const HELPERS = {
  __decorate: (
    decorators: readonly unknown[],
    target: object,
    key?: string,
    given?: PropertyDescriptor | null,
  ): unknown => {
    const own = decorators.filter(
      (one): one is Callable => typeof one === 'function' && textOfStandIn(one) === undefined,
    );
    if (key === undefined)
      return own.reduceRight<unknown>((decorated, decorate) => decorate(decorated) ?? decorated, target);
    const descriptor = given === null ? Object.getOwnPropertyDescriptor(target, key) : given;
    for (const decorate of own.toReversed()) decorate(target, key, descriptor);
    if (descriptor) Object.defineProperty(target, key, descriptor);
    return descriptor;
  },
  __param: () => () => undefined,
  __metadata: () => () => undefined,
};
