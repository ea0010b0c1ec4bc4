import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { type FunctionNode, childrenOf, isFunction, staticName } from '../model/syntax.js';
import {
  type FunctionValue,
  type Unknown,
  type Value,
  func,
  listIn,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { homeOf } from './homes.js';
import type { Interpreter, Variable } from './interpreter.js';
import type { State } from './state.js';

/** Whether a variable's declaration alone says what function it holds: it is written there. */
function isDeclared({ defs: [definition] }: Variable, { node }: FunctionValue): boolean {
  return (
    definition !== undefined &&
    (definition.node === node || definition.node === node.parent) &&
    (definition.type as string) !== 'Parameter'
  );
}

/** A function with what it has captured. */
export function closure(it: Interpreter, node: FunctionNode, state: State): FunctionValue {
  const captured = new Map<Variable, Value>();
  for (const variable of it.origins.bindings.capturedBy(node)) {
    const value = state.get(variable);
    if (
      value &&
      !(value.kind === 'unknown' && value.plain && value.varies.length === 0) &&
      !(value.kind === 'function' && isDeclared(variable, value))
    )
      captured.set(variable, value);
  }
  return func(node, it.idOf(node), {
    self: node.type === T.ArrowFunctionExpression ? it.frame.self : undefined,
    captured,
  });
}

/** What a name stands for; undefined for one that is declared in a block that does not reach here. */
export function named(it: Interpreter, node: TSESTree.Identifier, state: State): Value | undefined {
  const variable = it.origins.bindings.variableOf(node);
  if (!variable || variable.defs.length === 0) {
    const known = it.origins.globalValue(node.name);
    return known.kind === 'unknown' && !variable && isOutOfScope(it, node) ? undefined : known;
  }
  const held = state.get(variable);
  if (held) return turning(it, variable, held);
  const value = it.origins.variableValue(variable);
  if (value.kind === 'function') return closure(it, value.node, state);
  if (value.kind === 'list' && value.many) return listIn(value, homeOf(it, variable));
  return value.kind === 'unknown' ? partOfParameter(it, variable, value) : value;
}

/** Notes where a value comes from that a function outside of the entry has taken out of its parameter: `({ message }) => ...`. */
function partOfParameter(it: Interpreter, { identifiers: [name] }: Variable, value: Unknown): Value {
  const target = name?.parent.type === T.AssignmentPattern ? name.parent : name;
  const property = target?.parent;
  if (property?.type !== T.Property || property.value !== target) return value;
  const pattern = property.parent;
  const key = staticName(property.key, property.computed);
  if (pattern.type !== T.ObjectPattern || !isFunction(pattern.parent) || key === undefined) return value;
  return it.seen.derived(value, `.${key}`, unknown(`param:${it.idOf(pattern)}`));
}

/** The variables that a loop changes from turn to turn. */
function updatedIn(it: Interpreter, loop: TSESTree.Node): ReadonlySet<Variable> {
  let known = it.updatedIn.get(loop);
  if (!known) {
    const set = new Set<Variable>();
    const stack: TSESTree.Node[] = [loop];
    for (let at = stack.pop(); at; at = stack.pop()) {
      const target =
        at.type === T.UpdateExpression
          ? at.argument
          : at.type === T.AssignmentExpression
            ? at.left
            : undefined;
      const variable = target?.type === T.Identifier ? it.origins.bindings.variableOf(target) : undefined;
      if (variable) set.add(variable);
      stack.push(...childrenOf(at, it.sourceCode.visitorKeys));
    }
    it.updatedIn.set(loop, (known = set));
  }
  return known;
}

/** A value read from a variable that the loops around change is another one at each turn. */
function turning(it: Interpreter, variable: Variable, value: Value): Value {
  if (it.loops.length === 0 || (value.kind !== 'literal' && value.kind !== 'unknown')) return value;
  if (!it.origins.bindings.isReassigned(variable)) return value;
  let varies = variesOf(value);
  for (const loop of it.loops) if (updatedIn(it, loop).has(variable)) varies = union(varies, [it.idOf(loop)]);
  if (varies === variesOf(value) || varies.length === variesOf(value).length) return value;
  const text = `${variable.name}:${it.idOf(variable)}`;
  return value.kind === 'literal'
    ? { ...value, varies, text }
    : unknown(text, varies, value.holds, value.judged);
}

/** A name that is declared in a block of the same function which does not reach here. */
function isOutOfScope(it: Interpreter, node: TSESTree.Identifier): boolean {
  const { scopeManager } = it.sourceCode;
  for (let at: TSESTree.Node | undefined = node.parent; at; at = at.parent) {
    if (at.type !== T.TryStatement) continue;
    const scope = scopeManager?.acquire(at.block);
    if (scope?.set.has(node.name) === true) return true;
    if (isFunction(at)) return false;
  }
  return false;
}
