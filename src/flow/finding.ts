import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { ClientId } from '../clients/index.js';
import type { FunctionNode } from '../model/syntax.js';
import type { Operation, RowId } from '../taxonomy/index.js';

/** What went wrong, in the words of the rules. */
export type FindingKind =
  | 'resend'
  | 'abortable-test'
  | 'abort-loop'
  | 'swallowed'
  | 'abort-after-commit'
  | 'replay'
  | 'commit-after-failed-send'
  | 'left-open'
  | 'futile-retry'
  | 'defunct-reuse'
  | 'floating'
  | 'outside'
  | 'unguarded-abort'
  | 'dead-test'
  | 'invalid-call'
  | 'invalid-producer'
  | 'raw-offset';

/** One mistake, with what a message and a fix need. */
export interface Finding {
  readonly kind: FindingKind;
  /** Where it is reported. */
  readonly node: TSESTree.Node;
  readonly client: ClientId;
  /** The operation that the finding is about, and the call. */
  readonly operation: Operation;
  readonly call: TSESTree.Node;
  /** The call that is wrong where it is done, however deep in helpers. */
  readonly deed?: TSESTree.Node | undefined;
  /** The rows of the error, unknown included, that lead here. */
  readonly rows: ReadonlySet<RowId | 'unknown'>;
  /** A variant of the kind that the message tells apart. */
  readonly detail: string;
  /** Words of the code or the client that the message quotes, by placeholder. */
  readonly quoted?: Readonly<Record<string, string>>;
  /** The error (its operation's call), where there is one. */
  readonly error: string | undefined;
  /** Another place the message names: the handler, the commit, the begin. */
  readonly related: TSESTree.Node | undefined;
  /** The loop, recursion or helper that comes round again. */
  readonly turn?: string | undefined;
  /** The handler that has the error. */
  readonly handler: TSESTree.Node | undefined;
  /** The functions that code out of view calls and that have led there; undefined stands for the file's top level. */
  readonly entries?: ReadonlySet<FunctionNode | undefined>;
}

/** Collects findings: the same one found on several ways is one, with the rows of all. */
export class Findings {
  readonly #all = new Map<
    string,
    Finding & { readonly rows: Set<RowId | 'unknown'>; readonly entries: Set<FunctionNode | undefined> }
  >();
  /** The function that is being executed as code out of view calls it. */
  entry: FunctionNode | undefined;
  readonly #ids = new Map<object, number>();

  #id(node: object): number {
    let id = this.#ids.get(node);
    if (id === undefined) this.#ids.set(node, (id = this.#ids.size));
    return id;
  }

  add(finding: Finding): void {
    const key = `${finding.kind} ${String(this.#id(finding.node))} ${finding.error ?? ''}`;
    const known = this.#all.get(key);
    if (known) {
      for (const row of finding.rows) known.rows.add(row);
      known.entries.add(this.entry);
    } else this.#all.set(key, { ...finding, rows: new Set(finding.rows), entries: new Set([this.entry]) });
  }

  get all(): Finding[] {
    return [...this.#all.values()];
  }
}

const within = (inner: TSESTree.Node | undefined, outer: TSESTree.Node): boolean =>
  inner !== undefined && inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];

const isArgument = (node: TSESTree.Node, call: TSESTree.Node): boolean =>
  call.type === T.CallExpression && call.arguments.some((argument) => argument === node);

/** The kinds that are silent about an error of which a more specific kind speaks. */
const yieldsTo: Partial<Record<FindingKind, readonly FindingKind[]>> = {
  'abort-loop': ['abortable-test'],
  'futile-retry': ['resend', 'abort-loop', 'abortable-test'],
  'defunct-reuse': ['resend', 'futile-retry', 'swallowed', 'abort-loop', 'commit-after-failed-send'],
  swallowed: ['resend', 'futile-retry', 'commit-after-failed-send', 'abort-loop', 'abortable-test', 'replay'],
  replay: [],
  'commit-after-failed-send': ['resend'],
};

/**
 * The finding that is reported in place of one.
 *
 * @param finding - Any finding of a file.
 * @param reported - Those of the file that are reported.
 * @returns The finding itself where it is reported; undefined where none speaks for it.
 */
export function speakerOf(finding: Finding, reported: readonly Finding[]): Finding | undefined {
  if (reported.includes(finding)) return finding;
  const { kind, node, error, deed } = finding;
  const stronger = [...(yieldsTo[kind] ?? []), ...(kind === 'defunct-reuse' ? ['replay' as const] : [])];
  return (
    reported.find((f) => f.kind === kind && f.node === node) ??
    (error === undefined
      ? undefined
      : (reported.find((f) => stronger.includes(f.kind) && f.error === error) ??
        reported.find((f) => f.kind === kind && f.error === error))) ??
    reported.find((f) => f.deed !== undefined && f.deed === deed && f.kind !== 'dead-test')
  );
}

/** Whether another finding, of the same error, is the more specific one. */
export const isSpokenForBy = ({ kind, error }: Finding, other: Finding): boolean =>
  error !== undefined && other.error === error && (yieldsTo[kind] ?? []).includes(other.kind);

/** One mistake, one report: keeps the more specific of findings that stand for the same mistake. */
export function arbitrated(findings: readonly Finding[]): Finding[] {
  const heard = findings.filter((finding) => !isSilenced(finding, findings));
  // Only what is reported itself can stand for others.
  const reported = new Set<Finding>();
  for (const finding of [...heard.filter(isTelling), ...heard.filter((f) => !isTelling(f))]) {
    if (![...reported].some((other) => isSameMistake(other, finding))) reported.add(finding);
  }
  return heard.filter((finding) => reported.has(finding));
}

/** Of findings that are one mistake, these are reported first: a commit in doubt is the likelier and the worse case. */
const isTelling = ({ kind, detail }: Finding): boolean =>
  (kind === 'abort-after-commit' && detail === 'doubt') || (kind === 'resend' && detail === 'loop');

/** Whether all that leads to a finding leads to another one, too: of what other callers of a function do wrong it does not speak. */
const leadsTo = ({ entries: all }: Finding, { entries = new Set() }: Finding): boolean =>
  [...entries].every((entry) => all?.has(entry) !== false);

/** Whether a finding of another kind speaks of the mistake. */
function isSilenced(finding: Finding, findings: readonly Finding[]): boolean {
  const stronger = yieldsTo[finding.kind];
  if (stronger && finding.error !== undefined) {
    const isStronger = (f: Finding): boolean =>
      stronger.includes(f.kind) &&
      f.error === finding.error &&
      // What one handler does is one mistake, whoever calls its function.
      (f.node === finding.node || leadsTo(f, finding));
    if (findings.some(isStronger)) return true;
  }
  switch (finding.kind) {
    case 'unguarded-abort':
      return findings.some((f) => f.kind === 'abort-after-commit' && f.deed === finding.deed);
    case 'swallowed':
      // A promise that is left to itself is the mistake, not what its handler does.
      return findings.some(
        (f) => f.kind === 'floating' && f.detail === 'dropped' && within(finding.node, f.node),
      );
    case 'floating':
      return (
        // A chain that goes on to the end and whose errors a handler takes: that handler is the mistake.
        (finding.detail === 'continued' &&
          findings.some((f) => f.kind === 'swallowed' && within(f.node, finding.node))) ||
        // A call that drops the promise of the function it is given.
        findings.some(
          (f) => f.kind === 'floating' && f.node === finding.node.parent && isArgument(finding.node, f.node),
        )
      );
    case 'defunct-reuse':
      // Doing it all again is the mistake, whichever error it is after.
      return findings.some((f) => f.kind === 'replay' && f.node === finding.node);
    case 'resend':
      // What repeats a send is the loop, unless the send stands in a handler inside of it.
      return findings.some(
        (f) =>
          f.kind === 'resend' &&
          f.error === finding.error &&
          f.call === finding.call &&
          f.node !== finding.node &&
          within(f.node, finding.node),
      );
    case 'dead-test':
      return findings.some((f) => f.kind === 'abortable-test' && within(finding.node, f.node));
    default:
      return false;
  }
}

/** Whether two findings are one mistake. */
function isSameMistake(a: Finding, b: Finding): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'swallowed':
    case 'floating':
    case 'left-open':
    case 'commit-after-failed-send':
    case 'futile-retry':
    case 'replay':
      // Several errors in one handler, or of one loop, are one report.
      return a.node === b.node;
    case 'abort-after-commit':
      return a.node === b.node || a.deed === b.deed;
    case 'resend':
      return a.node === b.node || (a.error === b.error && a.call === b.call);
    case 'defunct-reuse':
      return a.node === b.node || (a.detail === 'pooled' && b.detail === 'pooled' && a.deed === b.deed);
    default:
      return false;
  }
}
