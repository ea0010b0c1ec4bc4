import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { type Value, literal, native, textOf, unknown, variesOf } from '../model/value.js';
import { branch } from './conditions.js';
import { composed, evaluate, evaluateAll } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, chain, valued } from './outcome.js';
import { bind } from './patterns.js';
import { contains } from './sites.js';
import type { State } from './state.js';

export function assignment(
  it: Interpreter,
  node: TSESTree.AssignmentExpression,
  state: State,
): readonly Outcome[] {
  const { left, right, operator } = node;
  if (operator === '=') {
    const counter = countedUp(node);
    return chain(evaluate(it, right, state), (s, sum) =>
      chain(counter ? evaluate(it, counter, s) : [valued(s, sum)], (t, before) => {
        const value = counter ? counted(it, node, before) : flagged(it, left, sum);
        return chain(bind(it, left, value, t), (after) => [valued(after, value)]);
      }),
    );
  }
  if (operator === '??=' || operator === '||=' || operator === '&&=') {
    return chain(evaluate(it, left, state), (s, value) => {
      const { yes, no } = branch(it, s, value, left);
      const set = operator === '&&=' ? yes : no;
      const keep = operator === '&&=' ? no : yes;
      return [
        ...(keep ? kept(it, keep, left, value, operator) : []),
        ...(set
          ? chain(evaluate(it, right, set), (after, assigned) =>
              chain(bind(it, left, assigned, after), (end) => [valued(end, assigned)]),
            )
          : []),
      ];
    });
  }
  return evaluateAll(it, [left, right], state, (s, values) => {
    const made = composed(it, operator, values);
    // The same text each time, so that a counter settles.
    const value: Value =
      operator === '+=' && values[1]?.kind === 'literal' && typeof values[1].value === 'number'
        ? counted(it, node, values[0] as Value)
        : made.kind === 'unknown'
          ? unknown(`${operator}@${it.idOf(node)}`, made.varies, made.holds)
          : made;
    return chain(bind(it, left, value, s), (after) => [valued(after, value)]);
  });
}

/** A counter after it has been counted up. One that counts errors is more than zero from then on, and a program may ask for that. */
export function counted(
  it: Interpreter,
  node: TSESTree.UpdateExpression | TSESTree.AssignmentExpression,
  value: Value,
): Value {
  const counts =
    value.kind === 'native' ||
    (value.kind === 'literal' && typeof value.value === 'number' && value.value >= 0);
  if (node.operator !== '--' && counts && it.handling.length > 0) return native('positive', [literal(1)]);
  if (value.kind === 'native' && value.name === 'positive' && node.operator !== '--') return value;
  const target = node.type === T.UpdateExpression ? node.argument : node.left;
  return unknown(`count(${it.idOf(target)})`, variesOf(value));
}

/**
 * What a handler leaves in a variable from outside of it is something: the program asks afterwards whether there was an error. Where
 * it compares that with what is not known, it judges the error.
 */
function flagged(it: Interpreter, left: TSESTree.Node, value: Value): Value {
  const handling = it.handling.at(-1);
  const tells =
    value.kind === 'unknown' ? value.plain : value.kind === 'literal' && variesOf(value).length > 0;
  if (!handling || !tells || left.type !== T.Identifier) return value;
  const declared = it.origins.bindings.variableOf(left)?.identifiers[0];
  if (!declared || contains(handling.node, declared)) return value;
  return native('something', [unknown(textOf(value), variesOf(value), [], handling.errors)]);
}

/** What `x ??= y` leaves where x has a value: something, whatever it is. */
function kept(
  it: Interpreter,
  state: State,
  left: TSESTree.Node,
  value: Value,
  operator: string,
): readonly Outcome[] {
  if (value.kind !== 'unknown' || operator === '&&=') return [valued(state, value)];
  const some = native('something', [value]);
  return chain(bind(it, left, some, state), (s) => [valued(s, some)]);
}

/** The counter in `x = x + 1`, which is another way to write `x += 1`. */
function countedUp({ left, right }: TSESTree.AssignmentExpression): TSESTree.Identifier | undefined {
  if (left.type !== T.Identifier || right.type !== T.BinaryExpression || right.operator !== '+')
    return undefined;
  const { left: counter, right: step } = right;
  const isStep = step.type === T.Literal && typeof step.value === 'number' && step.value > 0;
  return counter.type === T.Identifier && counter.name === left.name && isStep ? counter : undefined;
}
