import { profileOf, type ClientId, type ErrorVariant } from '../../src/clients/index.js';
import type { FindingKind } from '../../src/flow/finding.js';
import { categoryOf, type Category, type Operation } from '../../src/taxonomy/index.js';
import type { Deed, Trace } from './trace.js';

/** Which findings speak of a broken invariant. */
export interface Speakers {
  /** Those whose say it is: each names the rows with which it happens. */
  readonly own: readonly FindingKind[];
  /** Those that speak of the mistake behind it instead: one mistake is one report. */
  readonly instead?: readonly FindingKind[];
}

/** What must hold of every run, and who speaks of it when it does not. */
export const INVARIANTS = {
  /** No records are sent again on a transaction after a retriable error of theirs. */
  'sent-again': { own: ['resend'], instead: ['floating'] },
  /** No transaction is committed without what failed to be sent in it. */
  'committed-without': {
    own: ['commit-after-failed-send'],
    instead: ['resend', 'floating', 'defunct-reuse', 'futile-retry'],
  },
  /** No abort after a commit attempt that may have succeeded, or with which the transaction has ended. */
  'aborted-after-commit': { own: ['abort-after-commit'], instead: ['defunct-reuse'] },
  /** No records are sent in another transaction when they may be, or are, committed. */
  'sent-after-commit': { own: ['replay'], instead: ['futile-retry', 'defunct-reuse'] },
  /** No transaction is left open with the program gone on. */
  'left-open': { own: ['left-open'], instead: ['invalid-call', 'invalid-producer'] },
  /** No operation but abort and close on a producer that an error has made unusable. */
  'unusable-producer': {
    own: ['futile-retry', 'defunct-reuse'],
    instead: ['resend', 'commit-after-failed-send', 'swallowed', 'abort-loop', 'replay', 'floating'],
  },
  /** No loop without an end. */
  endless: {
    own: ['futile-retry'],
    instead: ['resend', 'abort-loop', 'replay', 'defunct-reuse', 'floating'],
  },
  /** No error that ends the producer is lost. */
  'error-lost': {
    own: ['swallowed'],
    instead: [
      'resend',
      'futile-retry',
      'commit-after-failed-send',
      'abort-loop',
      'abortable-test',
      'replay',
      'floating',
      'defunct-reuse',
      'abort-after-commit',
      'unguarded-abort',
      'invalid-call',
    ],
  },
  /** Every operation is waited for before its transaction ends and before whoever called it goes on. */
  'not-awaited': { own: ['floating'], instead: ['invalid-call'] },
  /** While a transaction is open nothing is sent or committed beside it. */
  outside: { own: ['outside'], instead: ['invalid-call'] },
  /** No abort again after one that failed, but for a time-out that the client resumes. */
  'aborted-again': { own: ['abort-loop'] },
  /** The error of an abort does not take the place of the one that it was to clean up after. */
  'cause-lost': { own: ['unguarded-abort'], instead: ['abort-after-commit', 'abort-loop', 'defunct-reuse'] },
  /** Every call is one that the client has and understands. */
  misunderstood: { own: ['invalid-call'] },
} as const satisfies Readonly<Record<string, Speakers>>;

export type Invariant = keyof typeof INVARIANTS;

/** An invariant that a run has broken. */
export interface Violation {
  readonly invariant: Invariant;
  /** The call that breaks it, where there is one. */
  readonly deed: Deed | undefined;
  /** The failed call behind it, where there is one. */
  readonly error: Deed | undefined;
  /** The rules may leave it: what comes of a failed abort is the lesser mistake, and what the client itself refuses does nothing. */
  readonly isLesser?: boolean;
}

/** What an error leaves to be done, as the client's profile and the taxonomy have it; `before-send` is back-pressure. */
export type Effect = Category | 'before-send';

const effects = new Map<ClientId, WeakMap<ErrorVariant, Map<Operation, Effect>>>();

/** The category of an error that an operation has failed with. */
export function effectOf(client: ClientId, operation: Operation, variant: ErrorVariant): Effect {
  let ofClient = effects.get(client);
  if (!ofClient) effects.set(client, (ofClient = new WeakMap<ErrorVariant, Map<Operation, Effect>>()));
  let known = ofClient.get(variant);
  if (!known) ofClient.set(variant, (known = new Map<Operation, Effect>()));
  let effect = known.get(operation);
  if (!effect) known.set(operation, (effect = effectIn(client, operation, variant)));
  return effect;
}

function effectIn(client: ClientId, operation: Operation, variant: ErrorVariant): Effect {
  if (variant.beforeSend) return 'before-send';
  const flagged = profileOf(client).flagged?.(variant);
  return flagged ?? categoryOf(variant.row === 'local' ? 'unknown' : variant.row, operation);
}

/** A send that is no part of a transaction: its errors are nothing to transactions. */
const isPlain = ({ operation, transaction }: Deed): boolean =>
  operation === 'send' && transaction === undefined;

/** Whether a call of a transaction or its producer failed with an injected error of one of these categories. */
function failedWith(deed: Deed, ...effects: readonly Effect[]): boolean {
  if (isPlain(deed)) return false;
  return (
    deed.fault !== undefined && effects.includes(effectOf(deed.client, deed.operation, deed.fault.variant))
  );
}

const RETRIABLE = ['producer-retriable', 'producer-refresh-retriable'] as const;
const ANY_BUT_BACK_PRESSURE = [
  ...RETRIABLE,
  'producer-abortable',
  'application-recoverable',
  'invalid-configuration',
] as const;

const isSend = ({ operation }: Deed): boolean => operation === 'send' || operation === 'sendOffsets';
const isEnd = ({ operation }: Deed): boolean => operation === 'commit' || operation === 'abort';
const isAfter = (later: Deed, earlier: Deed): boolean =>
  earlier.endedAt !== undefined && later.beganAt > earlier.endedAt;
/** The client itself has refused the call: nothing was sent. */
const isRefused = (deed: Deed): boolean => deed.outcome === 'failed' && deed.fault === undefined;
/** The client answers by itself, with a refusal or with the error that it has failed with before: nothing was sent. */
export const isAnsweredByClient = (deed: Deed): boolean => isRefused(deed) || deed.fault?.occurrence === 0;
/** A record without a key and a value is what is left where there was nothing to send. */
const sharesRecords = (a: Deed, b: Deed): boolean =>
  a.records.some((record) => b.records.includes(record) && !/ undefined (undefined|"")$/.test(record));

/** Promises that are waited for together are left when one of them fails. */
const failedBeside = (other: Deed, deed: Deed): boolean =>
  other !== deed &&
  (other.line === deed.line ||
    (other.operation === deed.operation &&
      other.transaction !== undefined &&
      other.transaction === deed.transaction)) &&
  other.outcome === 'failed' &&
  other.endedAt !== undefined &&
  other.endedAt > deed.beganAt &&
  other.beganAt < (deed.endedAt ?? Infinity);

/** Whether a call goes on beside one that has failed: nobody waits for it any more, nor for what it leads to. */
const isLeftBeside = (deeds: readonly Deed[], deed: Deed): boolean =>
  deeds.some((other) => other.fault !== undefined && failedBeside(other, deed)) ||
  deeds.some(
    (earlier) =>
      earlier.fault !== undefined &&
      isAfter(deed, earlier) &&
      deeds.some((other) => failedBeside(other, earlier)),
  );

/** Whether a call is what follows where the client has refused the same call for another item at the same time. */
const isBesideRefused = (deeds: readonly Deed[], deed: Deed): boolean =>
  deeds.some(
    (earlier) =>
      isAfter(deed, earlier) && deeds.some((other) => isRefused(other) && failedBeside(other, earlier)),
  );

/** Whether a call may be what follows where the same call, for another item at the same time, has not failed. */
const isBehindOther = (deeds: readonly Deed[], deed: Deed, failed: Deed): boolean =>
  deeds.some(
    (other) =>
      other.outcome === 'ok' &&
      other.operation === failed.operation &&
      other.line === failed.line &&
      other.beganAt < (failed.endedAt ?? Infinity) &&
      (other.endedAt ?? Infinity) > failed.beganAt &&
      isAfter(deed, other),
  );

/** Does an error leave its producer unusable? With some clients every failed end of a transaction does. */
function leavesUnusable(deed: Deed): boolean {
  if (failedWith(deed, 'application-recoverable')) return true;
  return isEnd(deed) && deed.fault !== undefined && profileOf(deed.client).behaviour.stuckAfterFailedEnd;
}

/** Does an error or something that it holds (a cause, errors inside, a field) equal another? */
export function holds(value: unknown, error: unknown, depth = 4, seen = new Set<unknown>()): boolean {
  if (value === error) return true;
  if (value === null || typeof value !== 'object' || depth <= 0 || seen.has(value)) return false;
  seen.add(value);
  const inside: unknown[] = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  const { cause } = value as { cause?: unknown };
  const { errors } = value as { errors?: unknown };
  // Errors may be inside of errors as deep as they like.
  const left = depth - (value instanceof Error || Array.isArray(value) ? 0 : 1);
  return [...inside, cause, errors].some((one) => one !== undefined && holds(one, error, left, seen));
}

/** Has somebody outside of the program got the error? */
export function isHeardOf(trace: Trace, error: unknown): boolean {
  return (
    [...trace.surfaced, ...trace.unhandled].some((value) => holds(value, error)) ||
    trace.entries.some(({ outcome, value }) => outcome !== 'pending' && holds(value, error))
  );
}

/** Is the error somebody's outside of the program, or the process over? */
export function isSurfaced(trace: Trace, error: unknown): boolean {
  return trace.exit !== undefined || isHeardOf(trace, error);
}

/** A function that returns `false`, or a status, may say that something is wrong to whoever asks. */
const isStatus = ({ outcome, value }: Trace['entries'][number]): boolean =>
  outcome === 'returned' &&
  (value === false || value === null || typeof value === 'string' || typeof value === 'number');

/** Numbers for the calls of a run: those of one operation on one line that ended alike have the same. */
function kindsOf(deeds: readonly Deed[]): ReadonlyMap<Deed, number> {
  const numbers = new Map<string, number>();
  const variants = new Map<ErrorVariant | undefined, number>();
  const numberIn = <T>(map: Map<T, number>, key: T): number => {
    let number = map.get(key);
    if (number === undefined) map.set(key, (number = map.size));
    return number;
  };
  return new Map(
    deeds.map((deed) => {
      const { operation, line, outcome, fault } = deed;
      const kind = `${operation} ${line ?? ''} ${outcome} ${numberIn(variants, fault?.variant)}`;
      return [deed, numberIn(numbers, kind) + 1];
    }),
  );
}

/** After how many turns of a loop its next ones show nothing new. */
const MOST_TURNS = 4;

/** Whether what failed is a use of a producer that another error had left unusable, or came after one: that use is the mistake. */
const isBehindReuse = ({ error }: Violation, found: readonly Violation[]): boolean =>
  error !== undefined &&
  found.some(
    ({ invariant, isLesser, deed, error: cause }) =>
      invariant === 'unusable-producer' &&
      isLesser !== true &&
      deed !== undefined &&
      cause !== error &&
      deed.producer === error.producer &&
      deed.beganAt <= error.beganAt,
  );

/** The invariants that a run breaks; what a loop breaks at each turn is one violation. */
export function violationsOf(trace: Trace): Violation[] {
  const { deeds } = trace;
  const kinds = kindsOf(deeds);
  const found: Violation[] = [];
  const known = new Map<Invariant, Set<number>>();
  const breaks = (
    invariant: Invariant,
    deed: Deed | undefined,
    error: Deed | undefined,
    lesser = false,
  ): void => {
    const kindOf = (one: Deed | undefined): number => (one && kinds.get(one)) ?? 0;
    // A run has fewer than a thousand calls.
    const key = (kindOf(deed) * 1_000 + kindOf(error)) * 2 + (lesser ? 1 : 0);
    let keys = known.get(invariant);
    if (!keys) known.set(invariant, (keys = new Set()));
    if (keys.has(key)) return;
    keys.add(key);
    found.push({ invariant, deed, error, ...(lesser && { isLesser: true }) });
  };
  const hasEnded = trace.entries.every(({ outcome }) => outcome !== 'pending') || trace.exit !== undefined;

  const failures = deeds.filter((deed) => deed.fault !== undefined && !isPlain(deed));
  const disabling = failures.filter(leavesUnusable);
  /** An abort's own failure is the lesser one: what comes next is about the error that it was to clean up after. */
  const isLesser = (failed: Deed): boolean =>
    failed.operation === 'abort' &&
    (trace.isOtherwise ||
      // Whoever has begun it has the error that it is aborted for.
      deeds.some(
        ({ isGiven, operation, transaction }) =>
          isGiven && operation === 'begin' && transaction === failed.transaction,
      ) ||
      deeds.some(
        (other) =>
          other.operation !== 'abort' && other.outcome === 'failed' && other.beganAt < failed.beganAt,
      ) ||
      trace.mishaps.some(({ at }) => at < failed.beganAt));

  /** What is sent after a failed send in a transaction that nobody tries to commit changes nothing. */
  const isInVain = (deed: Deed, cause: Deed): boolean =>
    isSend(deed) &&
    isSend(cause) &&
    deed.transaction === cause.transaction &&
    !deeds.some(({ operation, transaction }) => operation === 'commit' && transaction === deed.transaction) &&
    deeds.some(({ operation, transaction }) => operation === 'abort' && transaction === deed.transaction);

  const closed = new Set<number>();
  const turns = new Map<number, number>();
  /** Whether a call is one of a loop's later turns, which break what the earlier ones have broken. */
  const isLike = (deed: Deed): boolean => {
    const kind = kinds.get(deed) ?? 0;
    const turn = (turns.get(kind) ?? 0) + 1;
    turns.set(kind, turn);
    return turn > MOST_TURNS;
  };
  for (const [at, deed] of deeds.entries()) {
    if (deed.isGiven || closed.has(deed.producer) || isLike(deed)) continue;
    if (deed.operation === 'close') closed.add(deed.producer);
    const before = deeds.slice(0, at);
    const own = before.filter(
      ({ transaction }) => transaction !== undefined && transaction === deed.transaction,
    );
    /** What went wrong since may be why it is done again. */
    const isForAnother = (failed: Deed): boolean =>
      own.some((other) => other.fault !== undefined && isAfter(other, failed));
    if (deed.operation === 'send' && deed.transaction !== undefined) {
      for (const failed of own) {
        if (
          failed.operation === 'send' &&
          isAfter(deed, failed) &&
          failedWith(failed, ...RETRIABLE) &&
          sharesRecords(deed, failed) &&
          !own.some((end) => isEnd(end) && end.beganAt > failed.beganAt)
        )
          breaks('sent-again', deed, failed, isBehindOther(deeds, deed, failed) || isForAnother(failed));
      }
      for (const commit of before) {
        if (commit.operation !== 'commit' || commit.transaction === deed.transaction || isRefused(commit))
          continue;
        const sent = before.some(
          (one) =>
            one.operation === 'send' &&
            one.outcome === 'ok' &&
            one.transaction === commit.transaction &&
            sharesRecords(one, deed),
        );
        const ofCommit = before.filter(({ transaction }) => transaction === commit.transaction);
        if (sent && commit.outcome === 'failed' && leavesDoubt(commit) && !isSuperseded(commit, ofCommit))
          breaks('sent-after-commit', deed, commit);
        const since = trace.mishaps.filter(({ at }) => at > commit.beganAt && at < deed.beganAt);
        // What goes wrong with the next transaction may not be the reason to send again.
        const isReason = since.some(
          ({ at }) =>
            !before.some(
              ({ operation, beganAt }) => operation === 'begin' && beganAt > commit.beganAt && beganAt < at,
            ),
        );
        if (sent && commit.outcome === 'ok' && since.length > 0)
          breaks('sent-after-commit', deed, undefined, !isReason);
      }
    }
    // What the client does not do any more.
    const isOver = isAnsweredByClient(deed) && own.some((end) => isEnd(end));
    if (deed.operation === 'commit' && !isRefused(deed) && !isOver) {
      for (const failed of own) {
        if (!isSend(failed) || !isAfter(deed, failed) || !failedWith(failed, ...ANY_BUT_BACK_PRESSURE))
          continue;
        const made = own.filter(
          (one) => one.operation === failed.operation && one.outcome === 'ok' && isAfter(one, failed),
        );
        // Of several attempts the last one stands for all.
        const isTriedAgain = own.some(
          (one) =>
            one.operation === failed.operation &&
            one.line === failed.line &&
            isAfter(one, failed) &&
            failedWith(one, ...ANY_BUT_BACK_PRESSURE),
        );
        if (!failed.records.every((record) => made.some(({ records }) => records.includes(record))))
          breaks('committed-without', deed, failed, isTriedAgain);
      }
    }
    if (deed.operation === 'abort') {
      for (const end of own) {
        if (!isEnd(end) || !isAfter(deed, end)) continue;
        // A commit that was resumed has ended as it ended then.
        if (end.operation === 'commit' && isSuperseded(end, own)) continue;
        if (end.operation === 'abort') {
          // An abort that the client refused was itself one too many.
          if (end.outcome === 'failed' && !isResumable(end))
            breaks('aborted-again', deed, end, isRefused(end));
        } else if (end.outcome === 'ok')
          // Whoever calls from outside knows what came of the call before.
          breaks(
            'aborted-after-commit',
            deed,
            undefined,
            trace.entries.some(({ beganAt }) => beganAt > (end.endedAt ?? 0) && beganAt < deed.beganAt),
          );
        else if (!isRefused(end) && !isAbortable(end)) breaks('aborted-after-commit', deed, end);
      }
    }
    if (deed.operation !== 'abort' && deed.operation !== 'close' && !isPlain(deed)) {
      for (const cause of disabling) {
        // Of several errors that leave a producer unusable the last one stands for all.
        const isLast = !disabling.some(
          (other) => other.producer === cause.producer && isAfter(other, cause) && isAfter(deed, other),
        );
        if (cause.producer === deed.producer && isAfter(deed, cause))
          breaks(
            'unusable-producer',
            deed,
            cause,
            isOver ||
              !isLast ||
              isLesser(cause) ||
              isInVain(deed, cause) ||
              isBehindOther(deeds, deed, cause),
          );
      }
    }
    if (isEnd(deed) && !profileOf(deed.client).behaviour.commitFlushes) {
      for (const send of own) {
        if (
          isSend(send) &&
          !isLeftBeside(deeds, send) &&
          (send.endedAt === undefined || send.endedAt > deed.beganAt)
        )
          breaks('not-awaited', send, undefined);
      }
    }
    // With the process its transactions end, also where it ends for another item; what a commit would have waited for is not committed.
    const isCutOff = trace.exit !== undefined && deed.endedAt === undefined && deed.transaction !== undefined;
    const isQueued = isSend(deed) && profileOf(deed.client).behaviour.commitFlushes;
    if (isCutOff && !isQueued && !isLeftBeside(deeds, deed) && !isBesideRefused(deeds, deed))
      breaks('not-awaited', deed, undefined);
    const entry = trace.entries.at(-1);
    // Nobody has called the top level, and nobody waits for its end.
    const isWaitedFor = trace.entries.length > 1 && entry?.isAsynchronous === true && !isPlain(deed);
    if (isWaitedFor && entry.endedAt !== undefined && !isRefused(deed) && deed.operation !== 'close') {
      const { endedAt } = entry;
      const isLate =
        deed.beganAt > endedAt
          ? !trace.wakes.some((at) => at < deed.beganAt)
          : deed.endedAt === undefined || deed.endedAt > endedAt;
      // Who called it waits for the callback that it has handed over.
      const isAnswered = trace.answers.some((at) => at > (deed.endedAt ?? Infinity));
      // So is what goes on with another producer.
      const isLeft =
        entry.outcome === 'threw' &&
        deeds.some((other) => other.fault !== undefined && other.producer !== deed.producer);
      if (isLate && !isAnswered && !isLeft && !isLeftBeside(deeds, deed))
        breaks('not-awaited', deed, undefined);
    }
  }

  turns.clear();
  for (const begun of deeds.filter(
    ({ operation, outcome, isGiven }) => operation === 'begin' && outcome === 'ok' && !isGiven,
  )) {
    if (isLike(begun)) continue;
    const { transaction, producer } = begun;
    if (transaction !== undefined && trace.held.has(transaction)) continue;
    const later = deeds.filter((one) => isAfter(one, begun) && one.producer === producer);
    const next = later.find(({ operation }) => operation === 'begin');
    // One that the client refuses begins nothing that would be closed instead: what is closed then was left open until then.
    const accepted = later.find((one) => one.operation === 'begin' && !isRefused(one));
    const until = next?.beganAt ?? Infinity;
    const isOver = later.some(
      (one) =>
        one.beganAt < until &&
        ((isEnd(one) && one.transaction === transaction) ||
          (one.transaction === transaction && leavesUnusable(one)) ||
          one.operation === 'close'),
    );
    const isClosedThen = later.some(
      (one) => one.operation === 'close' && one.beganAt < (accepted?.beganAt ?? Infinity),
    );
    const wasClosed = deeds.some(
      (one) => one.operation === 'close' && one.producer === producer && one.beganAt < begun.beganAt,
    );
    if (!isOver && !wasClosed && (next || (hasEnded && !trace.isCut && trace.exit === undefined)))
      breaks('left-open', begun, undefined, isClosedThen);
  }

  for (const aside of trace.asides) {
    if (aside.is === 'sent-outside' || aside.is === 'consumer-commit') {
      const open = deeds.find(
        (one) =>
          one.operation === 'begin' &&
          one.outcome === 'ok' &&
          one.beganAt < aside.at &&
          !deeds.some(
            (end) =>
              end.beganAt < aside.at &&
              ((isEnd(end) && end.transaction === one.transaction) ||
                (end.operation === 'close' && end.producer === one.producer)),
          ),
      );
      if (open) breaks('outside', open, undefined);
    }
    if (aside.is === 'misunderstood') breaks('misunderstood', undefined, undefined);
  }

  // What the client itself refuses, since an earlier call has failed, goes on failing, too.
  const lastFailed = deeds.findLast((deed) => deed.outcome === 'failed' && !isPlain(deed));
  const isLikeLast = (one: Deed): boolean =>
    one.outcome === 'failed' &&
    one.producer === lastFailed?.producer &&
    one.operation === lastFailed.operation &&
    one.line === lastFailed.line;
  const last = failures.findLast(isLikeLast);
  // A loop that begins anew with another producer does what is asked for.
  // What was made to fail a single time fails no more, wherever the run was cut off.
  const { fault: lastFault } = lastFailed ?? {};
  const isOver = lastFault?.repeats === 'once' && lastFault.occurrence !== 0;
  const isStillFailing =
    last &&
    lastFailed &&
    !isOver &&
    deeds.slice(-12).includes(lastFailed) &&
    deeds.some((one) => one !== last && isLikeLast(one));
  // Where two calls fail at each turn, the run does not tell which one brings it round.
  const isAlone = !failures.some((one) => deeds.slice(-12).includes(one) && !isLikeLast(one));
  if (trace.endless && isStillFailing && isFutile(last)) breaks('endless', deeds.at(-1), last, !isAlone);
  // Who gets any error knows that something is wrong; the client's own refusal of an abort only hides why.
  const thrown = trace.entries.find(({ outcome }) => outcome === 'threw');
  const refusal = deeds.find(
    (deed) => deed.operation === 'abort' && isRefused(deed) && deed.error === thrown?.value,
  );
  const isToldOf = thrown !== undefined && !refusal;
  // What a number or a text that is returned means no run shows.
  const isStatusGiven = trace.entries.slice(1).some(isStatus);
  // What was aborted is over: the analysis takes another abort of it to work.
  const isSecondAbort =
    refusal !== undefined &&
    deeds.some(
      ({ operation, outcome, transaction }) =>
        operation === 'abort' && outcome === 'ok' && transaction === refusal.transaction,
    );
  if (hasEnded && !trace.endless && !trace.isBusy && !isToldOf) {
    for (const failed of failures) {
      if (!failedWith(failed, 'application-recoverable') || failed.operation === 'close') continue;
      const isDealtWith = deeds.some(
        (one) =>
          (one.operation === 'close' && one.producer === failed.producer) ||
          (one.operation === 'create' && one.beganAt > failed.beganAt),
      );
      // Somebody hears of another error of the same producer: whoever does knows that something is wrong.
      const isReplaced = failures.some(
        (one) => one.producer === failed.producer && isSurfaced(trace, one.error),
      );
      // What is done on a producer that is unusable already fails in any case: that it is used is the mistake.
      const isReuse = disabling.some((one) => one.producer === failed.producer && isAfter(failed, one));
      // Of calls that have failed together the error of one stands for all.
      const isBeside = deeds.some((other) => failedBeside(other, failed));
      if (!isDealtWith && !isReplaced && !isSurfaced(trace, failed.error))
        breaks(
          'error-lost',
          refusal,
          failed,
          isLesser(failed) || isSecondAbort || isReuse || isBeside || isStatusGiven,
        );
    }
  }
  for (const failed of failures) {
    const isTold = trace.surfaced.some((value) => holds(value, failed.error));
    if (!isTold && trace.unhandled.some((value) => holds(value, failed.error)))
      breaks('not-awaited', failed, undefined);
  }
  return found.map((violation) =>
    isBehindReuse(violation, found) ? { ...violation, isLesser: true } : violation,
  );
}

/**
 * Must what has failed not be done again and again? What begins or initialises must have a bound, and a wrong configuration does
 * not mend itself; a transaction that was aborted may be tried for as long as it takes.
 */
const isFutile = (failed: Deed): boolean =>
  failed.operation === 'begin' || failed.operation === 'init' || failedWith(failed, 'invalid-configuration');

/** May the transaction of a failed commit have been committed? */
function leavesDoubt(commit: Deed): boolean {
  return (
    profileOf(commit.client).behaviour.stuckAfterFailedEnd ||
    failedWith(commit, ...RETRIABLE, 'application-recoverable')
  );
}

/** May the transaction of a failed commit still be aborted? */
function isAbortable(commit: Deed): boolean {
  return (
    profileOf(commit.client).behaviour.abortsAfterFailedCommit && failedWith(commit, 'producer-abortable')
  );
}

/** Has a later attempt told how the commit has ended? */
const isSuperseded = (commit: Deed, own: readonly Deed[]): boolean =>
  profileOf(commit.client).behaviour.resumesCommit &&
  failedWith(commit, ...RETRIABLE) &&
  own.some((one) => one.operation === 'commit' && isAfter(one, commit) && !isRefused(one));

/** May a failed abort be tried again? */
function isResumable(abort: Deed): boolean {
  return profileOf(abort.client).behaviour.resumesAbort && failedWith(abort, ...RETRIABLE);
}
