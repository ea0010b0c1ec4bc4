import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isFunction, memberName } from '../model/syntax.js';

/** The call of a promise's method that a call is followed by: `.catch(log)`. */
function chainedCall(node: TSESTree.Node): { name: string; call: TSESTree.CallExpression } | undefined {
  const access = node.parent;
  if (access?.type !== T.MemberExpression || access.object !== node) return undefined;
  const call = access.parent;
  const name = memberName(access);
  return call.type === T.CallExpression && call.callee === access && name !== undefined
    ? { name, call }
    : undefined;
}

/**
 * Whether nobody gets what a call gives: it is neither kept nor handed on, nor does a handler of its promise take it.
 */
export function isDiscarded(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case T.ExpressionStatement:
      return true;
    case T.AwaitExpression:
    case T.ChainExpression:
    case T.TSAsExpression:
    case T.TSNonNullExpression:
      return isDiscarded(parent);
    case T.UnaryExpression:
      return parent.operator === 'void';
    case T.MemberExpression: {
      const chained = chainedCall(node);
      if (chained?.name === 'catch' || chained?.name === 'finally') return isDiscarded(chained.call);
      const handler = chained?.name === 'then' ? chained.call.arguments[0] : undefined;
      return (
        handler !== undefined &&
        isFunction(handler) &&
        handler.type === T.ArrowFunctionExpression &&
        handler.params.length === 0
      );
    }
    default:
      return false;
  }
}
