import { profileOf, type ErrorVariant } from '../../../src/clients/index.js';
import type { BackEnd } from '../back-end.js';
import {
  effectOf,
  holds,
  isAnsweredByClient,
  isHeardOf,
  isSurfaced,
  violationsOf,
  type Violation,
} from '../invariants.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import type { Program } from '../program.js';
import { run, type Driver } from '../run.js';
import type { Deed, Fault, Trace } from '../trace.js';
import type { Group } from './groups.js';
import { KnownRuns, type Inquiry, type KnownRun } from './known-runs.js';

/** A way to run a program. */
export interface Call {
  readonly driver: Driver;
  /** What it breaks need not be reported. */
  readonly isOdd: boolean;
  /** What the last entry but one calls is made to fail, too: it is the same one. */
  readonly isFromStart?: boolean;
}

/** A program and all that is to be tried with it. */
export interface Explorable<C extends Call = Call> {
  readonly program: Program;
  readonly backEnd: BackEnd;
  readonly asksAlways: boolean;
  readonly calls: Iterable<C>;
  /** The groups of errors with which a call is to fail. */
  readonly groupsFor: (deed: Deed) => readonly Group[];
  /** The same, where what the program tells apart does not matter. */
  readonly effectsFor: (deed: Deed) => readonly Group[];
  /** How often each way to run the program is tried at most; without it, until all is tried. */
  readonly mostRuns?: number;
  /** Whether the program tests errors: else a second failure is tried by effect alone. */
  readonly testsErrors: boolean;
  /** In how many turns of a loop a call fails with all groups, and not by effect alone; by default in the first one. */
  readonly wholeTurns?: number;
  /** How many failures are tried one after the other, an abort's own beside them; by default two. */
  readonly depth?: number;
  /** Tells what a run has asked, so that none is done twice; undefined where the program does not say. */
  readonly inquiry?: Inquiry<C>;
  /** The line of the program that is making a call now, where something else than the stack tells. */
  readonly lineOf?: () => number | undefined;
}

/** A violation, and whether a second failure was needed for it. */
export type Shown = Violation & { readonly isLater: boolean };

/** What the runs of a program have shown. */
export interface Explored {
  readonly shown: readonly Shown[];
  /** The rows that a variant with which a call was made to fail stands for. */
  readonly rowsOf: (variant: ErrorVariant) => readonly ErrorVariant['row'][];
  readonly runs: number;
  /** A transaction that was aborted was aborted again. */
  readonly abortsTwice: boolean;
  /** The commits that failed and have to be resumed, so that the client refuses what comes next, as in {@link reached}. */
  readonly unresumed: ReadonlySet<string>;
  /** The sends and aborts that the client answers by itself, as in {@link reached}, and the errors before them. */
  readonly answeredByClient: {
    readonly places: ReadonlySet<string>;
    readonly variants: ReadonlySet<ErrorVariant>;
  };
  /** The calls that failed before a begin that the client refused, since the transaction was still open, as in {@link reached}. */
  readonly cutShort: ReadonlySet<string>;
  /** The aborts that came behind an error in some run, as in {@link reached}. */
  readonly cleaning: ReadonlySet<string>;
  /** The calls that some run has made while another one went on, as in {@link reached}. */
  readonly beside: ReadonlySet<string>;
  /** The commits behind which the client refused what the program did next in the same transaction, as in {@link reached}. */
  readonly goneOnAfter: ReadonlySet<string>;
  /** The aborts that failed in some run, whereupon the work that they belong to was tried again, as in {@link reached}. */
  readonly retriedAborts: ReadonlySet<string>;
  /** The calls that were made to fail in some run, as in {@link reached}: others the client answers by itself. */
  readonly failed: ReadonlySet<string>;
  /** The calls that some run has made: the operation and its line. */
  readonly reached: ReadonlySet<string>;
  /** Those of them that the client has not refused in every run. */
  readonly accepted: ReadonlySet<string>;
}

/** How a call that was made is named in {@link Explored.reached}. */
export const placeOf = ({ operation, line }: Pick<Deed, 'operation' | 'line'>): string =>
  `${operation} ${line ?? '?'}`;

/** A run whose calls are to be made to fail, from a moment on. */
interface Tried {
  readonly trace: Trace;
  readonly earlier: readonly Fault[];
  readonly since: number;
  /** What it breaks need not be reported. */
  readonly isOdd: boolean;
}

/** Runs a program for every group of errors at every call, and with a second failure in what it does then. */
export async function explored<C extends Call>({
  program,
  backEnd,
  asksAlways,
  calls,
  groupsFor,
  effectsFor,
  testsErrors,
  mostRuns = Infinity,
  inquiry,
  lineOf,
  wholeTurns = 1,
  depth = 2,
}: Explorable<C>): Promise<Explored> {
  const shown = new Map<string, Shown>();
  const rows = new Map<ErrorVariant, ReadonlySet<ErrorVariant['row']>>();
  const reached = new Set<string>();
  const accepted = new Set<string>();
  const failed = new Set<string>();
  const unresumed = new Set<string>();
  const cutShort = new Set<string>();
  const cleaning = new Set<string>();
  const retriedAborts = new Set<string>();
  const goneOnAfter = new Set<string>();
  const beside = new Set<string>();
  const answeredByClient = { places: new Set<string>(), variants: new Set<ErrorVariant>() };
  let runs = 0;
  let abortsTwice = false;
  const known = inquiry && new KnownRuns(inquiry);
  const variantIds = new Map<ErrorVariant | undefined, number>();
  const idOf = (variant: ErrorVariant | undefined): number => {
    let id = variantIds.get(variant);
    if (id === undefined) variantIds.set(variant, (id = variantIds.size));
    return id;
  };
  let isOddNow = false;
  const show = (violation: Violation, isLater: boolean): void => {
    const { invariant, deed, error } = violation;
    const isLesser = isOddNow || violation.isLesser === true;
    const key = `${invariant} ${deed ? placeOf(deed) : ''} ${error ? placeOf(error) : ''} ${isLesser} ${isLater} ${idOf(error?.fault?.variant)}`;
    if (!shown.has(key)) shown.set(key, { ...violation, isLater, isLesser });
  };
  const runOf = async (call: C, faults: readonly Fault[]): Promise<KnownRun> => {
    const done = known?.find(call, faults);
    if (done) return done;
    runs++;
    inquiry?.start(call, faults);
    const trace = await run(program, backEnd, { driver: call.driver, faults, asksAlways, lineOf });
    for (const deed of trace.deeds) {
      reached.add(placeOf(deed));
      if (!isAnsweredByClient(deed)) accepted.add(placeOf(deed));
      if (deed.fault && !isAnsweredByClient(deed)) failed.add(placeOf(deed));
    }
    for (const commit of unresumedIn(trace)) unresumed.add(placeOf(commit));
    for (const failure of cutShortIn(trace)) cutShort.add(placeOf(failure));
    for (const abort of cleaningIn(trace)) cleaning.add(placeOf(abort));
    for (const deed of besideIn(trace)) beside.add(placeOf(deed));
    for (const commit of goneOnIn(trace)) goneOnAfter.add(placeOf(commit));
    for (const abort of retriedIn(trace)) retriedAborts.add(placeOf(abort));
    abortsTwice ||= hasAbortedTwice(trace);
    return known?.add(faults, trace) ?? { trace, judged: 'not' };
  };
  const runWith = async (call: C, faults: readonly Fault[], isOdd: boolean): Promise<Trace> => {
    const done = await runOf(call, faults);
    const { trace } = done;
    isOddNow = isOdd;
    if (done.judged === 'not') {
      for (const { call: answered, variant } of answeredIn(trace)) {
        answeredByClient.places.add(placeOf(answered));
        answeredByClient.variants.add(variant);
      }
    }
    if (done.judged === 'not' || (done.judged === 'odd' && !isOdd)) {
      for (const violation of violationsOf(trace)) show(violation, faults.length > 1);
      done.judged = isOdd ? 'odd' : 'plain';
    }
    return trace;
  };
  for (const call of calls) {
    const { isFromStart = false } = call;
    const last = runs + mostRuns;
    const untouched = await runWith(call, [], call.isOdd);
    const seen = new Set<string>();
    const waiting: Tried[] = [
      {
        trace: untouched,
        earlier: [],
        since: lastEntryOf(untouched, isFromStart ? 2 : 1),
        isOdd: call.isOdd,
      },
    ];
    /** Fails each call that the trace shows after a moment. */
    const failEach = async ({ trace, earlier, since, isOdd: wasOdd }: Tried): Promise<void> => {
      const places = new Map<string, number>();
      for (const deed of trace.deeds) {
        if (deed.operation === 'create' || deed.operation === 'close') continue;
        if (deed.outcome === 'failed' && deed.fault === undefined) continue;
        const { occurrence } = deed;
        if (deed.isGiven || occurrence === undefined) continue;
        if ((deed.endedAt ?? Infinity) <= since || (earlier.length >= depth && deed.operation !== 'abort'))
          continue;
        // That calls at the same time fail with one error each need not be thought of.
        const isBeside = (one: Deed): boolean =>
          one.fault !== undefined &&
          one !== deed &&
          one.beganAt < (deed.endedAt ?? Infinity) &&
          (one.endedAt ?? Infinity) > deed.beganAt;
        const isOdd = wasOdd || (earlier.length > 0 && (deed.beganAt <= since || trace.deeds.some(isBeside)));
        // A loop's later turns are like its first ones.
        const place = `${deed.operation}${deed.line}`;
        const turns = (places.get(place) ?? 0) + 1;
        places.set(place, turns);
        if (turns > 3) continue;
        const isLikeEarlier = turns > wholeTurns || (earlier.length > 0 && !testsErrors);
        for (const group of isLikeEarlier ? effectsFor(deed) : groupsFor(deed)) {
          if (runs >= last) return;
          const { variant } = group;
          rows.set(variant, group.rows);
          const fail = async (repeats: Fault['repeats']): Promise<Trace> => {
            const { operation, line } = deed;
            const wanted: Fault = { operation, occurrence, repeats, line, variant };
            const fault = known?.fault(wanted) ?? wanted;
            const failed = await runWith(call, [...earlier, fault], isOdd);
            const failure = failed.deeds.find((one) => one.fault === fault);
            judgeCause(trace, failed, earlier, failure, show);
            // After so many failures only an abort's own failure tells more.
            if (earlier.length >= depth || !failure?.endedAt) return failed;
            const isFatal = effectOf(deed.client, deed.operation, variant) === 'application-recoverable';
            // What fails each time may go as what fails once, until something else fails, too: that is asked where three failures are.
            const how = depth > 2 ? repeats : '';
            const way = `${earlier.length} ${isFatal} ${how} ${signatureOf(failed)}`;
            if (!seen.has(way)) {
              seen.add(way);
              waiting.push({ trace: failed, earlier: [...earlier, fault], since: failure.endedAt, isOdd });
            }
            return failed;
          };
          const failed = await fail('once');
          // Only who does it again can tell whether it goes on failing.
          if (
            failed.deeds.some((one) => one.operation === deed.operation && (one.occurrence ?? 0) > occurrence)
          )
            await fail('always');
        }
      }
    };
    for (let next = waiting.shift(); next; next = waiting.shift()) await failEach(next);
  }
  return {
    shown: [...shown.values()],
    rowsOf: (variant) => [...(rows.get(variant) ?? [])],
    runs,
    abortsTwice,
    unresumed,
    cutShort,
    cleaning,
    retriedAborts,
    goneOnAfter,
    beside,
    answeredByClient,
    failed,
    reached,
    accepted,
  };
}

/** When the last thing that was called, or the last but one, began: what was called before is tried by itself. */
function lastEntryOf({ entries }: Trace, count: number): number {
  return entries.length > count ? (entries.at(-count)?.beganAt ?? 0) : 0;
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

/** The failed commits after which the client refuses to begin or to send, since they have to be resumed or aborted first. */
const unresumedIn = ({ deeds }: Trace): readonly Deed[] =>
  deeds.filter((commit, at) => {
    if (commit.operation !== 'commit' || commit.outcome !== 'failed') return false;
    const next = deeds.slice(at + 1).find(({ producer }) => producer === commit.producer);
    return next && profileOf(commit.client).behaviour.resumesCommit && isAnsweredByClient(next);
  });

/**
 * The calls that failed in a transaction that was left open, or whose abort failed, before the client refused to begin the next one.
 */
const cutShortIn = ({ deeds }: Trace): readonly Deed[] => {
  const refused = deeds.find((begin, at) => {
    if (begin.operation !== 'begin' || !isAnsweredByClient(begin)) return false;
    const last = deeds
      .slice(0, at)
      .findLast(({ producer, operation }) => producer === begin.producer && ENDS_OR_BEGINS.has(operation));
    return last?.operation === 'begin' || (last?.operation === 'abort' && last.outcome === 'failed');
  });
  return refused ? deeds.filter(({ fault, beganAt }) => fault && beganAt < refused.beganAt) : [];
};

/** The aborts behind an error of their transaction, or of the application's own. */
const cleaningIn = ({ deeds, mishaps }: Trace): readonly Deed[] =>
  deeds.filter(
    (abort) =>
      abort.operation === 'abort' &&
      (mishaps.some(({ at }) => at < abort.beganAt) ||
        deeds.some(
          (one) =>
            one.operation !== 'abort' &&
            one.outcome === 'failed' &&
            one.transaction === abort.transaction &&
            one.beganAt < abort.beganAt,
        )),
  );

/** The calls that went on at the same time as the one before or behind them. */
const besideIn = ({ deeds }: Trace): readonly Deed[] =>
  deeds.flatMap((deed, at) => {
    const next = deeds[at + 1];
    const isBeside = next?.producer === deed.producer && next.beganAt < (deed.endedAt ?? Infinity);
    return isBeside ? [deed, next] : [];
  });

/** The commits behind which the next call of the transaction, no end of it, is refused. */
const goneOnIn = ({ deeds }: Trace): readonly Deed[] =>
  deeds.filter((commit, at) => {
    if (commit.operation !== 'commit') return false;
    const next = deeds.slice(at + 1).find(({ transaction }) => transaction === commit.transaction);
    return next !== undefined && next.operation.startsWith('send') && isAnsweredByClient(next);
  });

/** The aborts that were made to fail before the program went on with the same transaction. */
const retriedIn = ({ deeds }: Trace): readonly Deed[] =>
  deeds.filter(
    (abort, at) =>
      abort.operation === 'abort' &&
      abort.fault !== undefined &&
      deeds.slice(at + 1).some((one) => one.transaction === abort.transaction && one.operation !== 'abort'),
  );

const ENDS_OR_BEGINS: ReadonlySet<Operation> = new Set(['begin', 'commit', 'abort', 'close']);

/**
 * The calls that the client answers by itself, each with an error that came before: librdkafka refuses to send once the transaction
 * has failed, and to abort once the producer has.
 */
const answeredIn = ({ deeds }: Trace): { readonly call: Deed; readonly variant: ErrorVariant }[] =>
  deeds.flatMap((call, at) => {
    if (!['send', 'sendOffsets', 'abort'].includes(call.operation) || !isAnsweredByClient(call)) return [];
    if (profileOf(call.client).behaviour.stuckAfterFailedEnd) return [];
    return deeds
      .slice(0, at)
      .filter(({ producer }) => producer === call.producer)
      .flatMap(({ fault }) => (fault ? [{ call, variant: fault.variant }] : []));
  });

/** An abort whose own failure replaces the error that somebody heard of when the abort succeeded. */
function judgeCause(
  before: Trace,
  failed: Trace,
  earlier: readonly Fault[],
  failure: Deed | undefined,
  show: (violation: Violation, isLater: boolean) => void,
): void {
  const closes = ({ deeds }: Trace): boolean => deeds.some(({ operation }) => operation === 'close');
  // Closing the producer because of it deals with what went wrong on it.
  if (closes(failed) && !closes(before)) return;
  if (failure?.operation !== 'abort' || failed.exit) return;
  const last = failed.entries.at(-1);
  // Who called it hears of an error by what it throws, or in a callback.
  const heard = last?.outcome === 'threw' ? [last.value] : failed.surfaced;
  const causeIn = (trace: Trace): { error: unknown; deed?: Deed } | undefined => {
    // The last one is the one that it was to clean up after.
    const deed = trace.deeds.findLast(({ fault }) => fault && earlier.at(-1) === fault);
    return deed ? { error: deed.error, deed } : trace.mishaps.findLast(({ at }) => at < failure.beganAt);
  };
  const was = causeIn(before);
  const is = causeIn(failed);
  if (
    was &&
    is &&
    (isHeardOf(before, was.error) || (!before.exit && closes(before))) &&
    !isSurfaced(failed, is.error) &&
    heard.some((value) => holds(value, failure.error))
  )
    // Whether the producer is closed while the error is still being handled no run shows: that may be reported.
    show(
      {
        invariant: 'cause-lost',
        deed: failure,
        error: is.deed,
        isLesser: closes(failed) && !isHeardOf(before, was.error),
      },
      earlier.length > 0 || closes(failed),
    );
}
