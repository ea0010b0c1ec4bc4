import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { kindOf } from '../model/api.js';
import { memberName, unwrapped } from '../model/syntax.js';
import type { Value } from '../model/value.js';
import type { Interpreter } from './interpreter.js';
import type { Outcome } from './outcome.js';
import type { State } from './state.js';

/**
 * Asks the type checker, where the config switches it on, for what the text leaves unknown.
 *
 * @param it - The interpreter.
 * @param node - The expression, or the name that is given the value.
 * @param outcomes - The ways in which evaluating it ends.
 * @returns The same ways, with what the types say of each unknown value.
 */
export function checked(
  it: Interpreter,
  node: TSESTree.Node,
  outcomes: readonly Outcome[],
): readonly Outcome[] {
  const { lastResort } = it.origins;
  if (!lastResort) return outcomes;
  return outcomes.map((outcome) => {
    const { how, value, state } = outcome;
    if (how !== 'value' || value.kind !== 'unknown' || value.holds.length > 0) return outcome;
    const isRead = node.type === T.MemberExpression;
    // What a call gives, or a computed name reads, depends on values, which the text of the unknown value has.
    const id = isRead ? value.text : `${it.idOf(node)}:${value.text}`;
    const found = lastResort(node, isPath(node) ? undefined : id);
    if (!found) return outcome;
    // A path of names reads the same thing each time; a call, or a name that is given something, brings another one.
    const isSame = isRead && value.varies.length === 0;
    return { ...outcome, value: found, state: isSame ? state : renewed(it, state, found, node) };
  });
}

/** Names alone, up to a variable or `this`. */
function isPath(node: TSESTree.Node): boolean {
  const at = unwrapped(node);
  if (at.type !== T.MemberExpression) return at.type === T.Identifier || at.type === T.ThisExpression;
  return memberName(at) !== undefined && isPath(at.object);
}

/** Forgets what was known under a value's name: it stands for another thing from now on. */
function renewed(it: Interpreter, state: State, value: Value, node: TSESTree.Node): State {
  switch (value.kind) {
    case 'promise':
      return renewed(it, state, value.value, node);
    case 'list':
      return value.items.reduce((s, item) => renewed(it, s, item, node), state);
    case 'api':
      return kindOf(value.client, value.type) === 'producer'
        ? it.created(state, value, node)
        : state.withoutFact('transaction', value.id);
    default:
      return state;
  }
}
