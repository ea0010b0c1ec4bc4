import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import type { ErrorVariant } from '../../../src/clients/index.js';
import type { Analysis } from '../../../src/flow/analysis.js';
import { isSpokenForBy, speakerOf, type Finding, type FindingKind } from '../../../src/flow/finding.js';
import { enclosingFunction, memberName, type FunctionNode } from '../../../src/model/syntax.js';
import { INVARIANTS, type Invariant, type Speakers, type Violation } from '../invariants.js';
import { placeOf, type Explored } from './explored.js';

/** A way in which what the rules report and what the runs show differ. */
export interface Disagreement {
  readonly is: 'not reported' | 'never happens';
  readonly what: string;
}

/** The invariants whose breach shows what a finding of that kind says. */
export const SHOWN_BY: Partial<Record<FindingKind, readonly Invariant[]>> = {
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
    // What follows from a call that the client understands otherwise, wherever it is.
    finding.kind === 'invalid-call' ||
    finding.kind === 'invalid-producer' ||
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
  // Of several findings in one place one is reported, and of several about one mistake one.
  const kinds: readonly FindingKind[] = [...own, ...instead];
  const isHeard = (finding: Finding): boolean =>
    speakerOf(finding, reported) !== undefined ||
    reported.some((one) => one.node === finding.node && kinds.includes(one.kind));
  const heard = raw.filter(
    (finding) => isHeard(finding) || raw.some((other) => isSpokenForBy(finding, other) && isHeard(other)),
  );
  const isInstead = (finding: Finding): boolean =>
    instead.includes(finding.kind) && isBehind(finding, violation);
  const isOwn = (finding: Finding): boolean => own.includes(finding.kind) && isAbout(finding, violation);
  if (heard.some(isInstead)) return true;
  return (
    raw.some((finding) => (isOwn(finding) || isInstead(finding)) && namesRow(finding)) && heard.some(isOwn)
  );
}

/** Whether a run has made calls where a call stands: a function that the program never calls is analysed by itself. */
function isEntered(call: Finding['node'], reached: Explored['reached']): boolean {
  for (let fn = enclosingFunction(call); fn; fn = enclosingFunction(fn)) {
    if (isCalledHere(fn) && !isReached(fn, reached)) return false;
  }
  return true;
}

/** Functions that only the program itself calls: by their name, for the items of a list, or by a function that they are given to. */
function isCalledHere({ type, parent }: FunctionNode): boolean {
  return (
    type === T.FunctionDeclaration ||
    parent.type === T.VariableDeclarator ||
    (parent.type === T.CallExpression &&
      (parent.callee.type === T.Identifier ||
        (parent.callee.type === T.MemberExpression &&
          /^(?:map|forEach)$/.test(memberName(parent.callee) ?? ''))))
  );
}

/** Whether a run has made a call. */
const isReached = (call: Finding['node'], reached: Explored['reached']): boolean =>
  [...reached].some((place) => covers(call, Number(place.split(' ')[1])));

/** Kinds of findings about what a client may refuse each time. */
export const REFUSED: ReadonlySet<FindingKind> = new Set(['invalid-call', 'invalid-producer', 'outside']);

const rowOf = ({ error }: Violation): ErrorVariant['row'] | undefined => error?.fault?.variant.row;

/** A violation in words. */
export const described = ({ invariant, deed, error }: Violation): string =>
  `${invariant}${deed ? ` by ${deed.operation} on line ${deed.line ?? '?'}` : ''}${
    error
      ? ` after ${rowOf({ invariant, deed, error }) ?? ''} of ${error.operation} on line ${error.line ?? '?'}`
      : ''
  }`;

/** Whether an abort's own error is lost that cleans up after errors, too: its guard is made for these, and takes it as the lesser one. */
const isOfGuard = ({ invariant, error }: Violation, { cleaning }: Explored): boolean =>
  invariant === 'error-lost' && error !== undefined && cleaning.has(placeOf(error));

/** Compares what the analysis finds in a program with what its runs have shown. */
export function disagreementsBetween(
  { findings, interpreter }: Pick<Analysis, 'findings' | 'interpreter'>,
  explored: Explored,
): Disagreement[] {
  const { shown, rowsOf, reached, failed, accepted, answeredByClient } = explored;
  const { abortsTwice, retriedAborts, unresumed, goneOnAfter, cutShort, beside } = explored;
  const raw = interpreter.findings.all;
  const all = new Map<string, Disagreement>();
  for (const violation of shown) {
    if (violation.isLesser === true || isReported(violation, raw, findings)) continue;
    if (isOfGuard(violation, explored)) continue;
    const what = described(violation);
    all.set(what, { is: 'not reported', what });
  }
  const rowsAnswered = new Set([...answeredByClient.variants].flatMap((variant) => [...rowsOf(variant)]));
  const isRefused = findings.some(({ kind }) => REFUSED.has(kind));
  for (const finding of findings) {
    const invariants = SHOWN_BY[finding.kind];
    // A second abort, which the client refuses, ends ways that the analysis takes to go on.
    if (!invariants || abortsTwice || !isEntered(finding.call, reached)) continue;
    // What the client refuses, or understands otherwise, ends before the rest comes.
    if (isRefused && !isReached(finding.call, reached)) continue;
    const showing = shown.filter(
      (violation) => invariants.includes(violation.invariant) && isAbout(finding, violation),
    );
    const what = `${finding.kind} on line ${finding.node.loc.start.line} about ${finding.operation} on line ${finding.call.loc.start.line}`;
    if (showing.length === 0) {
      // Where an earlier failure has the client answer by itself whatever comes, no other failure can be met.
      if (finding.error !== undefined && isReached(finding.call, reached) && !isReached(finding.call, failed))
        continue;
      // A client that fails a commit since a send has failed before does not get to what would come behind it.
      const isBehindCommitWithout = findings.some(
        ({ kind, deed }) =>
          kind === 'commit-after-failed-send' && deed !== undefined && deed === finding.related,
      );
      if (isBehindCommitWithout && !isReached(finding.call, reached)) continue;
      // What a client that was closed refuses at once is over before anybody could wait for it.
      if (finding.kind === 'floating' && !isReached(finding.call, accepted)) continue;
      // A client that wants the commit to be resumed sends nothing again before.
      if (finding.kind === 'replay' && isReached(finding.call, unresumed)) continue;
      // Where a transaction is still open the client refuses the next one, and what would come then no run shows.
      if (
        finding.error !== undefined &&
        isReached(finding.call, cutShort) &&
        (finding.kind === 'swallowed' || findings.some(({ kind }) => kind === 'left-open'))
      )
        continue;
      // That the abort of a producer that has failed for good fails, too, is no other error.
      if (finding.kind === 'unguarded-abort' && isReached(finding.call, answeredByClient.places)) continue;
      // After how many turns a loop ends that the client refuses to go on with no analysis counts.
      if (finding.kind === 'abort-after-commit' && finding.related && isReached(finding.related, goneOnAfter))
        continue;
      // Where the work is tried again with its abort, that abort's error counts in the last attempt, which the client refuses before.
      if (finding.kind === 'unguarded-abort' && isReached(finding.call, retriedAborts)) continue;
      if (finding.rows.size > 0 && [...finding.rows].every((row) => rowsAnswered.has(row))) continue;
      all.set(what, { is: 'never happens', what });
      continue;
    }
    if (finding.error === undefined || finding.kind === 'unguarded-abort') continue;
    // Where a transaction is still open the client refuses the next one, and nothing more is tried.
    if (findings.some(({ kind }) => kind === 'left-open')) continue;
    const rowsShown = new Set(
      showing.flatMap(({ error }) => {
        const variant = error?.fault?.variant;
        return variant ? rowsOf(variant) : [];
      }),
    );
    // What the client refuses by itself has no row, and a second failure is tried after few of the first one's.
    if (showing.some(({ error, isLater }) => isLater || (error && !error.fault))) continue;
    // Of calls that go on side by side each may fail with an error of its own.
    if (isReached(finding.call, beside)) continue;
    const unshown = [...finding.rows].filter((row) => !rowsShown.has(row) && !rowsAnswered.has(row));
    if (unshown.length > 0) {
      const more = `${what} for ${unshown.slice(0, 3).join(', ')}`;
      all.set(more, { is: 'never happens', what: more });
    }
  }
  return [...all.values()];
}
