import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { memberName, unwrapped } from '../model/syntax.js';
import type { InstanceValue } from '../model/value.js';
import type { Interpreter, Variable } from './interpreter.js';

/** The name of a variable, or of a field of a class's instances, as what a list is in. */
export const homeOf = (it: Interpreter, owner: Variable | InstanceValue, field?: string): string =>
  'kind' in owner ? `${it.idOf(owner.node)}.${field ?? ''}` : `of:${it.idOf(owner)}`;

/** The name by which the file speaks of what a list is in. */
export function nameOf(it: Interpreter, home: string): string {
  const variable = home.startsWith('of:') ? it.origins.bindings.thingOf(home.slice(3)) : undefined;
  return variable ? (variable as Variable).name : home.slice(home.indexOf('.') + 1).replace(/^#/, '');
}

/** What the list is in whose method a call calls; undefined where it is in no field of `this` and no variable. */
export function homeOfReceiver(
  it: Interpreter,
  { callee }: TSESTree.CallExpression | TSESTree.NewExpression,
): string | undefined {
  const called = unwrapped(callee);
  if (called.type !== T.MemberExpression) return undefined;
  const receiver = unwrapped(called.object);
  if (receiver.type === T.Identifier) {
    const variable = it.origins.bindings.variableOf(receiver);
    return variable && homeOf(it, variable);
  }
  const { self } = it.frame;
  const field = receiver.type === T.MemberExpression ? memberName(receiver) : undefined;
  return receiver.type === T.MemberExpression &&
    receiver.object.type === T.ThisExpression &&
    self?.kind === 'instance' &&
    field !== undefined
    ? homeOf(it, self, field)
    : undefined;
}
