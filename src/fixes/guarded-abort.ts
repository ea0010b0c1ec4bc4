import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import { guardOf } from './abort-text.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted } from './change.js';
import { isPlainHandler } from './commit-behind-try.js';
import { indentAt } from './layout.js';
import { enclosingCatch } from './statements.js';

type MessageIds = 'guard';

/** Throws the error of an abort together with the one that led to it. */
export function guardedAbort(situation: Situation): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const { node } = finding;
  const handler = enclosingCatch(node);
  if (node.type !== T.CallExpression || node.parent.type !== T.AwaitExpression) return [];
  if (node.parent.parent.type !== T.ExpressionStatement || handler?.param?.type !== T.Identifier) return [];
  const text = guardOf(
    sourceCode,
    handler,
    handler.param.name,
    indentAt(sourceCode, node.parent.parent.range[0]),
  );
  if (text === undefined) return [];
  return [
    {
      change: [inserted(node.range[1], text)],
      isSafe: isPlainHandler(situation, handler),
      messageId: 'guard',
    },
  ];
}
