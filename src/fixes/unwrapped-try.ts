import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { replaced, type Change } from './change.js';
import {
  declaresNames,
  hasCommentOutside,
  listOf,
  separatorBefore,
  trimmed,
  unblocked,
  type StatementList,
} from './statements.js';

/** Whether a handler with only these statements does nothing but throw what it has caught. */
export function isRethrow(statements: StatementList, handler: TSESTree.CatchClause): boolean {
  const [only] = statements;
  return (
    statements.length === 1 &&
    only?.type === T.ThrowStatement &&
    only.argument.type === T.Identifier &&
    handler.param?.type === T.Identifier &&
    only.argument.name === handler.param.name
  );
}

/**
 * Puts the statements of a try's block in the place of the try. Undefined where a comment would be lost, or where the block
 * declares names or the try has a finally.
 */
export function unwrappedTry(
  source: Readonly<TSESLint.SourceCode>,
  attempt: TSESTree.TryStatement,
): Change | undefined {
  const { block, finalizer } = attempt;
  if (finalizer || declaresNames(block.body) || !listOf(attempt) || block.body.length === 0) return undefined;
  const kept = trimmed(source, [block.range[0] + 1, block.range[1] - 1]);
  if (hasCommentOutside(source, attempt.range, [kept])) return undefined;
  const last = block.body.at(-1);
  const separator = last ? separatorBefore(source, last, source.getTokenAfter(attempt)) : '';
  return [replaced(attempt.range, ...unblocked(source, block, attempt), separator)];
}
