import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isPause as isPauseName } from '../model/sinks.js';
import { memberName, unwrapped } from '../model/syntax.js';
import type { Situation } from './candidate.js';
import { isQuiet } from './handler-deeds.js';

const NOTHING: ReadonlySet<never> = new Set();

/** Whether a statement only waits, counts, computes or writes down, as it is done between two tries. */
export function isPause(situation: Situation, statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case T.ExpressionStatement: {
      const { expression } = statement;
      if (expression.type === T.UpdateExpression) return expression.argument.type === T.Identifier;
      if (expression.type === T.AssignmentExpression)
        return expression.left.type === T.Identifier && isQuiet(situation, expression.right, NOTHING);
      if (expression.type === T.AwaitExpression && isSleep(expression.argument)) return true;
      return isQuiet(situation, expression, NOTHING);
    }
    case T.VariableDeclaration:
      return isQuiet(situation, statement, NOTHING);
    default:
      return false;
  }
}

/** `sleep(100)`, `new Promise((resolve) => setTimeout(resolve, 100))` */
function isSleep(node: TSESTree.Node): boolean {
  const call = unwrapped(node);
  if (call.type === T.NewExpression)
    return call.callee.type === T.Identifier && call.callee.name === 'Promise' && call.arguments.length === 1;
  if (call.type !== T.CallExpression) return false;
  const callee = unwrapped(call.callee);
  const name =
    callee.type === T.Identifier ? callee.name : callee.type === T.MemberExpression ? memberName(callee) : '';
  return isPauseName(name ?? '');
}
