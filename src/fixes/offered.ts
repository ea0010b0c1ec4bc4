import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Candidate, Situation } from './candidate.js';
import { inOrder, newText, type Change } from './change.js';
import { namedFunction } from './statements.js';
import { verdictOn } from './verified.js';

type Source = Readonly<TSESLint.SourceCode>;

/** What a report offers. */
export type Offer<MessageIds extends string> = Pick<TSESLint.ReportDescriptor<MessageIds>, 'fix' | 'suggest'>;

/**
 * Chooses among what can be done about a finding: the first candidate that is safe, and after which the analysis finds
 * nothing wrong, is the fix. Where there is none, those that remove the finding are suggestions, if nothing else is reported then or
 * they say what is left to do.
 *
 * @param candidates - The best one first.
 * @param situation - The finding in its file.
 * @param context - The context of the rule that reports it.
 */
export function offered<MessageIds extends string>(
  candidates: readonly Candidate<MessageIds>[],
  { finding, sourceCode }: Situation,
  context: Readonly<TSESLint.RuleContext<MessageIds, readonly []>>,
): Offer<MessageIds> {
  const suggestions: Candidate<MessageIds>[] = [];
  for (const candidate of candidates) {
    if (candidate.isLastResort === true && suggestions.length > 0) continue;
    const verdict = verdictOn(candidate.change, finding, context);
    if (candidate.isSafe && verdict.is === 'sound') return { fix: fixOf(candidate.change, sourceCode, true) };
    if (verdict.is === 'useless') continue;
    const left = [...verdict.brings].map((kind) => candidate.leaves?.[kind] ?? candidate.leaves?.any);
    const [messageId = candidate.messageId] = left;
    if (!left.includes(undefined)) suggestions.push({ ...candidate, messageId });
  }
  if (suggestions.length === 0) return {};
  return {
    suggest: suggestions.map(({ change, messageId, data }) => ({
      messageId,
      ...(data ? { data } : {}),
      fix: fixOf(change, sourceCode, false),
    })),
  };
}

/**
 * The change as ESLint takes it. What is applied without a person looking takes the whole function, so that no other fix
 * changes it at the same time: each one was checked by itself.
 */
const fixOf =
  (change: Change, source: Source, isAlone: boolean): TSESLint.ReportFixFunction =>
  (fixer) => {
    const edits = inOrder(change);
    const [start, end] = spanOf(edits.map(({ range }) => range));
    const all: Change = isAlone ? [...boundaries(source, start, end), ...edits] : edits;
    return inOrder(all).map((edit) => fixer.replaceTextRange(edit.range, newText(source.text, edit)));
  };

const spanOf = (ranges: readonly TSESTree.Range[]): TSESTree.Range => [
  Math.min(...ranges.map(([start]) => start)),
  Math.max(...ranges.map(([, end]) => end)),
];

/** Empty edits at both ends of the function that a range is in. */
function boundaries(source: Source, start: number, end: number): Change {
  let node: TSESTree.Node | undefined = source.getNodeByRangeIndex(start) ?? undefined;
  while (node && (node.range[0] > start || node.range[1] < end)) node = node.parent;
  const fn = node && namedFunction(node);
  return fn ? fn.range.map((offset) => ({ range: [offset, offset], pieces: [] })) : [];
}
