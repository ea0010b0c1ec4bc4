import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { profiles } from '../clients/index.js';
import type { Bindings } from './bindings.js';
import { memberName, staticName, unwrapped } from './syntax.js';

/*
 * Asking the type checker costs: a value is asked for only where it could be used as a client's thing.
 */

/** What can be read of a client's things, and what can be done with a promise of one. */
const members: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  ...profiles.flatMap((profile) =>
    Object.values(profile.types).flatMap((type) =>
      type.kind === 'namespace' ? [] : Object.keys(type.members),
    ),
  ),
]);

/** Whether an expression, or a declared name, could be used as a client's thing. */
export const mayBeThing = (node: TSESTree.Node, bindings: Bindings): boolean =>
  node.type === T.Identifier
    ? isVariableUsed(bindings.variableOf(node), bindings)
    : isUsedAsThing(node, bindings);

/** The names of methods that are operations with some client. */
const operationNames: ReadonlySet<string> = new Set(
  profiles.flatMap((profile) =>
    Object.values(profile.types).flatMap((type) =>
      Object.entries(type.members).flatMap(([name, member]) =>
        member.is === 'method' && member.operation !== undefined ? [name] : [],
      ),
    ),
  ),
);

/** Whether a node reads what could be an operation. */
export function isOperationName(node: TSESTree.Node): boolean {
  const name =
    node.type === T.MemberExpression
      ? memberName(node)
      : node.type === T.Property && node.parent.type === T.ObjectPattern
        ? staticName(node.key, node.computed)
        : undefined;
  return name !== undefined && operationNames.has(name);
}

/** Whether an expression stands where a client's thing could be used: its value is read of, kept or handed on. */
function isUsedAsThing(node: TSESTree.Node, bindings: Bindings): boolean {
  let at = node;
  let { parent } = at;
  while (parent && (unwrapped(parent) !== parent || parent.type === T.AwaitExpression)) {
    at = parent;
    ({ parent } = at);
  }
  switch (parent?.type) {
    case undefined:
    case T.ExpressionStatement:
    case T.BinaryExpression:
    case T.UnaryExpression:
    case T.UpdateExpression:
    case T.TemplateLiteral:
    case T.SwitchStatement:
    case T.SwitchCase:
    case T.ThrowStatement:
    case T.IfStatement:
    case T.WhileStatement:
    case T.DoWhileStatement:
    case T.ForStatement:
      return false;
    case T.ConditionalExpression:
      return parent.test !== at;
    case T.MemberExpression: {
      if (parent.object !== at) return false;
      const name = memberName(parent);
      return name === undefined || members.has(name);
    }
    case T.VariableDeclarator:
      return parent.id.type !== T.Identifier || isVariableUsed(bindings.variableOf(parent.id), bindings);
    default:
      return true;
  }
}

const known = new WeakMap<TSESLint.Scope.Variable, boolean>();

/** Whether a variable is read where a client's thing could be used. */
function isVariableUsed(variable: TSESLint.Scope.Variable | undefined, bindings: Bindings): boolean {
  if (!variable) return true;
  let used = known.get(variable);
  if (used === undefined) {
    known.set(variable, true);
    used = variable.references.some((use) => use.isRead() && isUsedAsThing(use.identifier, bindings));
    known.set(variable, used);
  }
  return used;
}
