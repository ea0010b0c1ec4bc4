import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import type { Candidate, Situation } from './candidate.js';
import { inserted } from './change.js';
import { isPlainHandler } from './commit-behind-try.js';
import { indentAt, layoutOf } from './layout.js';
import { isGlobalName, namesIn } from './names.js';
import { enclosingCatch } from './statements.js';

type MessageIds = 'guard';

/** Throws the error of an abort together with the one that led to it. */
export function guardedAbort(situation: Situation): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const { node } = finding;
  const handler = enclosingCatch(node);
  if (node.type !== T.CallExpression || node.parent.type !== T.AwaitExpression) return [];
  if (node.parent.parent.type !== T.ExpressionStatement || handler?.param?.type !== T.Identifier) return [];
  if (!isGlobalName(sourceCode, 'AggregateError', node)) return [];
  const taken = namesIn(sourceCode, handler);
  const name = ['abortError', 'abortFailure', 'failureOfAbort'].find((free) => !taken.has(free));
  if (name === undefined) return [];
  const { newline, indent, quote, semicolon } = layoutOf(sourceCode);
  const outer = indentAt(sourceCode, node.parent.parent.range[0]);
  const text =
    `.catch((${name}) => {${newline}${outer}${indent}` +
    `throw new AggregateError([${handler.param.name}, ${name}], ${quote}the transaction was not aborted${quote})${semicolon}` +
    `${newline}${outer}})`;
  return [
    {
      change: [inserted(node.range[1], text)],
      isSafe: isPlainHandler(situation, handler),
      messageId: 'guard',
    },
  ];
}
