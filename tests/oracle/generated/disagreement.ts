import vm from 'node:vm';
import { Linter } from 'eslint';
import type { ClientId, ErrorVariant } from '../../../src/clients/index.js';
import { analysisOf, type Analysis } from '../../../src/flow/analysis.js';
import { variantTable } from '../../../src/flow/errors.js';
import type { Finding, FindingKind } from '../../../src/flow/finding.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import { fakes } from '../fakes/index.js';
import { errorOf } from '../fakes/error-of.js';
import {
  effectOf,
  holds,
  INVARIANTS,
  isHeardOf,
  isSurfaced,
  violationsOf,
  type Effect,
  type Invariant,
  type Speakers,
  type Violation,
} from '../invariants.js';
import { plainProgram, type Program } from '../program.js';
import { run, type Driver } from '../run.js';
import type { Deed, Fault, Trace } from '../trace.js';
import type { GeneratedProgram } from './program-text.js';

/** Errors of an operation that the program cannot tell apart and that mean the same, and one of them. */
interface Group {
  readonly operation: Operation;
  readonly variant: ErrorVariant;
  readonly rows: ReadonlySet<ErrorVariant['row']>;
}

/** A way in which what the rules report and what the runs show differ. */
export interface Disagreement {
  readonly is: 'not reported' | 'never happens';
  readonly what: string;
}

const linter = new Linter();

/** The analysis of a program, as the rules get it. */
export function analysisOfText(text: string): Analysis {
  let analysis: Analysis | undefined;
  const messages = linter.verify(text, [
    {
      languageOptions: { sourceType: 'commonjs' },
      plugins: {
        oracle: {
          rules: {
            analysis: {
              create: (context) => ({
                'Program:exit'() {
                  analysis = analysisOf(context.sourceCode as unknown as Parameters<typeof analysisOf>[0]);
                },
              }),
            },
          },
        },
      },
      rules: { 'oracle/analysis': 'error' },
    },
  ]);
  const [message] = messages;
  if (message) throw new SyntaxError(`${message.message} on line ${message.line}\n${text}`);
  if (!analysis) throw new Error(`No analysis of\n${text}`);
  return analysis;
}

const RAISING = ['begin', 'send', 'sendOffsets', 'commit', 'abort'] as const satisfies readonly Operation[];

const testsOf = (program: GeneratedProgram): readonly ((error: unknown) => boolean)[] =>
  program.tests.map((test) => {
    const answer = vm.compileFunction(`return Boolean(${test});`, ['e'], {
      contextExtensions: [program.dialect.classes],
    }) as (error: unknown) => boolean;
    return answer;
  });

/** The errors of the client, put together where the program's tests do not tell them apart. */
export function groupsOf(program: GeneratedProgram): ReadonlyMap<Operation, readonly Group[]> {
  const { client, style } = program.dialect;
  const tests = testsOf(program);
  const groups = new Map<Operation, Group[]>();
  for (const operation of RAISING) {
    const byKey = new Map<string, { variant: ErrorVariant; rows: Set<ErrorVariant['row']> }>();
    const add = (variant: ErrorVariant): void => {
      const error = errorOf(client, variant);
      const key = [
        effectOf(client, operation, variant),
        variant.row === 'unknown',
        ...tests.map((test) => test(error)),
      ].join();
      const known = byKey.get(key);
      if (known) known.rows.add(variant.row);
      else byKey.set(key, { variant, rows: new Set([variant.row]) });
    };
    for (const variant of variantTable(client, operation, style).variants) {
      if (variant.row !== 'local') add(variant);
    }
    groups.set(
      operation,
      [...byKey.values()].map((group) => ({ operation, ...group })),
    );
  }
  return groups;
}

/** A thing whose every field is a text of its own. */
const thing = (name: string): object =>
  new Proxy({}, { get: (_, field) => (typeof field === 'string' ? `${name} ${field}` : undefined) });

const ITEMS = [thing('one'), thing('two')];
const ORDER = thing('order');
const NEXT = thing('next');

/** Errors of the application's own: a plain one, and for each of the program's tests one that passes it. */
function mishapsOf(program: GeneratedProgram): (() => Error)[] {
  const { client, style } = program.dialect;
  if (program.runText === program.text) return [() => new Error('the application')];
  const variants = RAISING.flatMap((operation) => variantTable(client, operation, style).variants);
  const passing = testsOf(program).flatMap((test) => {
    const found = variants.find((variant) => test(errorOf(client, variant)));
    return found ? [() => errorOf(client, found)] : [];
  });
  return [() => new Error('the application'), ...passing];
}

/** What a program is called with: its flags in every combination, with items and without, and what goes wrong on its side. */
function* callsOf(program: GeneratedProgram): Generator<{ driver: Driver; isOdd: boolean }> {
  const lists = program.hasItems ? [ITEMS, []] : [ITEMS];
  const values = (flag: string) => (program.flags.includes(flag) ? [true, false] : [true]);
  for (const [at, mishap] of mishapsOf(program).entries()) {
    for (const items of lists) {
      for (const a of values('a')) {
        for (const b of values('b')) {
          const driver: Driver = {
            moduleOf: (_, { recorder }) => ({ mishap: () => recorder.mishap(mishap()) }),
            drive: (exports, running) => {
              const entry = exports['run'] as (...args: readonly unknown[]) => unknown;
              running.call('run', () => entry(ORDER, items, NEXT, a, b));
            },
          };
          // That an error of the application's own looks like one of the client's need not be thought of.
          yield { driver, isOdd: at > 0 };
        }
      }
    }
  }
}

/** A violation, and whether a second failure was needed for it. */
type Shown = Violation & { readonly isLater: boolean };

/** Runs a program for every group of errors at every call, and with a second failure in what it does then. */
export async function runsOf(program: GeneratedProgram): Promise<{
  shown: Shown[];
  /** The rows that a variant with which a call was made to fail stands for. */
  rowsOf: (operation: Operation, variant: ErrorVariant) => readonly ErrorVariant['row'][];
  runs: number;
  /** A transaction that was aborted was aborted again. */
  abortsTwice: boolean;
}> {
  const { client } = program.dialect;
  const groups = groupsOf(program);
  const effects = new Map([...groups].map(([operation, all]) => [operation, byEffect(client, all)]));
  const compiled: Program = plainProgram('generated.js', program.runText);
  const shown = new Map<string, Shown>();
  const show = (violation: Violation, isLater: boolean): void => {
    const isLesser = isOddNow || violation.isLesser === true;
    const variant = violation.error?.fault ? JSON.stringify(violation.error.fault.variant.layers) : '';
    shown.set(`${described(violation)} ${isLesser} ${variant}`, { ...violation, isLater, isLesser });
  };
  let runs = 0;
  let abortsTwice = false;
  let isOddNow = false;
  const runWith = async (driver: Driver, faults: readonly Fault[]): Promise<Trace> => {
    runs++;
    const trace = await run(compiled, fakes, { driver, faults, asksAlways: true });
    for (const violation of violationsOf(trace)) show(violation, faults.length > 1);
    abortsTwice ||= hasAbortedTwice(trace);
    return trace;
  };
  for (const { driver, isOdd } of callsOf(program)) {
    isOddNow = isOdd;
    const untouched = await runWith(driver, []);
    const seen = new Set<string>();
    /** Fails each call that the trace shows after a moment. */
    const failEach = async (trace: Trace, earlier: readonly Fault[], since: number): Promise<void> => {
      const counts = new Map<Operation, number>();
      const places = new Map<string, number>();
      for (const deed of trace.deeds) {
        if (deed.operation === 'create' || deed.operation === 'close') continue;
        if (deed.outcome === 'failed' && deed.fault === undefined) continue;
        const occurrence = (counts.get(deed.operation) ?? 0) + 1;
        counts.set(deed.operation, occurrence);
        if (deed.beganAt <= since || (earlier.length > 1 && deed.operation !== 'abort')) continue;
        // A loop's later turns are like its first ones.
        const place = `${deed.operation}${deed.line ?? 0}`;
        const turns = (places.get(place) ?? 0) + 1;
        places.set(place, turns);
        if (turns > 3) continue;
        const isLikeEarlier = turns > 1 || (earlier.length > 0 && program.tests.length === 0);
        for (const { variant } of isLikeEarlier
          ? (effects.get(deed.operation) ?? [])
          : (groups.get(deed.operation) ?? [])) {
          const fail = async (repeats: Fault['repeats']): Promise<Trace> => {
            const fault: Fault = { operation: deed.operation, occurrence, repeats, line: deed.line, variant };
            const failed = await runWith(driver, [...earlier, fault]);
            const failure = failed.deeds.find((one) => one.fault === fault);
            judgeCause(trace, failed, earlier, failure, show);
            // After two failures only an abort's own failure tells more.
            if (earlier.length > 1 || !failure?.endedAt) return failed;
            const isFatal = effectOf(client, deed.operation, variant) === 'application-recoverable';
            const way = `${earlier.length} ${isFatal} ${signatureOf(failed)}`;
            if (!seen.has(way)) {
              seen.add(way);
              await failEach(failed, [...earlier, fault], failure.endedAt);
            }
            return failed;
          };
          const failed = await fail('once');
          // Only who does it again can tell whether it goes on failing.
          if (failed.deeds.filter(({ operation }) => operation === deed.operation).length > occurrence)
            await fail('always');
        }
      }
    };
    await failEach(untouched, [], 0);
  }
  return {
    shown: [...shown.values()],
    rowsOf: (operation, variant) =>
      [groups, effects]
        .flatMap((all) => all.get(operation) ?? [])
        .filter((group) => group.variant === variant)
        .flatMap(({ rows }) => [...rows]),
    runs,
    abortsTwice,
  };
}

/** Groups of errors that mean the same, whatever the program's tests make of them. */
function byEffect(client: ClientId, groups: readonly Group[]): Group[] {
  const merged = new Map<Effect, Group & { rows: Set<ErrorVariant['row']> }>();
  for (const { operation, variant, rows } of groups) {
    const effect = effectOf(client, operation, variant);
    const known = merged.get(effect);
    if (known) for (const row of rows) known.rows.add(row);
    else merged.set(effect, { operation, variant: { ...variant }, rows: new Set(rows) });
  }
  return [...merged.values()];
}

/** Runs in which the same calls went the same way are alike. */
function signatureOf({ deeds, entries }: Trace): string {
  const way = deeds.map(({ operation, line, outcome }) => `${operation}${line ?? 0}${outcome}`);
  return `${way.join()} ${entries.at(-1)?.outcome ?? ''}`;
}

/** Whether the client refused an abort since the transaction had been aborted. */
const hasAbortedTwice = ({ deeds }: Trace): boolean =>
  deeds.some(
    (deed) =>
      deed.operation === 'abort' &&
      deed.outcome === 'failed' &&
      deed.fault === undefined &&
      deeds.some((one) => one.operation === 'abort' && one !== deed && one.transaction === deed.transaction),
  );

/** An abort whose own failure replaces the error that somebody heard of when the abort succeeded. */
function judgeCause(
  before: Trace,
  failed: Trace,
  earlier: readonly Fault[],
  failure: Trace['deeds'][number] | undefined,
  show: (violation: Violation, isLater: boolean) => void,
): void {
  // Closing the producer deals with what went wrong on it.
  if (failed.deeds.some(({ operation }) => operation === 'close')) return;
  if (failure?.operation !== 'abort' || failed.exit || failed.entries.at(-1)?.outcome !== 'threw') return;
  const causeIn = (trace: Trace): { error: unknown; deed?: Deed } | undefined => {
    // The last one is the one that it was to clean up after.
    const deed = trace.deeds.findLast(({ fault }) => fault && earlier.at(-1) === fault);
    return deed ? { error: deed.error, deed } : trace.mishaps.find(({ at }) => at < failure.beganAt);
  };
  const was = causeIn(before);
  const is = causeIn(failed);
  if (
    was &&
    is &&
    (isHeardOf(before, was.error) ||
      (!before.exit && before.deeds.some(({ operation }) => operation === 'close'))) &&
    !isSurfaced(failed, is.error) &&
    holds(failed.entries.at(-1)?.value, failure.error)
  )
    show({ invariant: 'cause-lost', deed: failure, error: is.deed }, earlier.length > 0);
}

/** The invariants whose breach shows what a finding of that kind says. */
const SHOWN_BY: Partial<Record<FindingKind, readonly Invariant[]>> = {
  resend: ['sent-again'],
  'commit-after-failed-send': ['committed-without'],
  'abort-after-commit': ['aborted-after-commit'],
  replay: ['sent-after-commit'],
  'left-open': ['left-open'],
  'futile-retry': ['unusable-producer', 'endless'],
  'defunct-reuse': ['unusable-producer'],
  swallowed: ['error-lost'],
  floating: ['not-awaited'],
  outside: ['outside'],
  'unguarded-abort': ['cause-lost'],
  'abort-loop': ['aborted-again'],
};

const covers = (node: Finding['node'], line: number | undefined): boolean =>
  line !== undefined && node.loc.start.line <= line && line <= node.loc.end.line;

/** Whether a finding is about the failed call of a violation, or names none. */
function isAbout(finding: Finding, { error, deed }: Violation): boolean {
  if (finding.kind === 'unguarded-abort') return covers(finding.call, deed?.line);
  if (finding.error === undefined || !error?.fault) return true;
  return covers(finding.call, error.line);
}

/** Whether a finding speaks of the mistake behind a violation: of the same error, or of the call that is wrong. */
function isBehind(finding: Finding, { error, deed }: Violation): boolean {
  return (
    covers(finding.call, error?.line) ||
    covers(finding.call, deed?.line) ||
    covers(finding.deed ?? finding.call, deed?.line) ||
    covers(finding.deed ?? finding.call, error?.line)
  );
}

/** Whether the rules report a violation: for its rows, as the analysis found it, and still when each mistake is one report. */
function isReported(violation: Violation, raw: readonly Finding[], reported: readonly Finding[]): boolean {
  const { own, instead = [] }: Speakers = INVARIANTS[violation.invariant];
  const row = rowOf(violation);
  const namesRow = ({ kind, error, rows }: Finding): boolean =>
    error === undefined ||
    row === undefined ||
    kind === 'unguarded-abort' ||
    (row !== 'local' && rows.has(row));
  // Of several findings in one place one is reported.
  const kinds: readonly FindingKind[] = [...own, ...instead];
  const inPlace = raw.filter(({ kind, node }) =>
    reported.some((one) => one.node === node && (one.kind === kind || kinds.includes(one.kind))),
  );
  const isInstead = (finding: Finding): boolean =>
    instead.includes(finding.kind) && isBehind(finding, violation);
  const isOwn = (finding: Finding): boolean => own.includes(finding.kind) && isAbout(finding, violation);
  if ([...reported, ...inPlace].some(isInstead)) return true;
  return (
    [...raw, ...reported].some((finding) => (isOwn(finding) || isInstead(finding)) && namesRow(finding)) &&
    [...reported, ...inPlace].some(isOwn)
  );
}

const rowOf = ({ error }: Violation): ErrorVariant['row'] | undefined => error?.fault?.variant.row;

const described = ({ invariant, deed, error }: Violation): string =>
  `${invariant}${deed ? ` by ${deed.operation} on line ${deed.line ?? '?'}` : ''}${
    error
      ? ` after ${rowOf({ invariant, deed, error }) ?? ''} of ${error.operation} on line ${error.line ?? '?'}`
      : ''
  }`;

/** Compares what the analysis finds in a program with what its runs show. */
export async function disagreementsOf(
  program: GeneratedProgram,
): Promise<{ all: Disagreement[]; runs: number }> {
  const analysis = analysisOfText(program.text);
  const raw = analysis.interpreter.findings.all;
  const { shown, rowsOf, runs, abortsTwice } = await runsOf(program);
  const all = new Map<string, Disagreement>();
  for (const violation of shown) {
    if (violation.isLesser === true || isReported(violation, raw, analysis.findings)) continue;
    const what = described(violation);
    all.set(what, { is: 'not reported', what });
  }
  for (const finding of analysis.findings) {
    const invariants = SHOWN_BY[finding.kind];
    // A second abort, which the client refuses, ends ways that the analysis takes to go on.
    if (!invariants || abortsTwice) continue;
    const showing = shown.filter(
      (violation) => invariants.includes(violation.invariant) && isAbout(finding, violation),
    );
    const what = `${finding.kind} on line ${finding.node.loc.start.line} about ${finding.operation} on line ${finding.call.loc.start.line}`;
    if (showing.length === 0) {
      all.set(what, { is: 'never happens', what });
      continue;
    }
    if (finding.error === undefined || finding.kind === 'unguarded-abort') continue;
    // Where a transaction is still open the client refuses the next one, and nothing more is tried.
    if (analysis.findings.some(({ kind }) => kind === 'left-open')) continue;
    const rowsShown = new Set(
      showing.flatMap(({ error }) => {
        const variant = error?.fault?.variant;
        return error && variant ? rowsOf(error.operation, variant) : [];
      }),
    );
    // What the client refuses by itself has no row, and a second failure is tried after few of the first one's.
    if (showing.some(({ error, isLater }) => isLater || (error && !error.fault))) continue;
    const unshown = [...finding.rows].filter((row) => !rowsShown.has(row));
    if (unshown.length > 0) {
      const more = `${what} for ${unshown.slice(0, 3).join(', ')}`;
      all.set(more, { is: 'never happens', what: more });
    }
  }
  return { all: [...all.values()], runs };
}
