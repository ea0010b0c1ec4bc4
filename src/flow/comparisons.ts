import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { memberName, unwrapped } from '../model/syntax.js';
import { type Value, errorsIn, literal, textOf, union, unknown, variesOf } from '../model/value.js';
import { isCanonicalName } from '../taxonomy/index.js';
import { comparisonText } from './asked.js';
import { declaredCategory } from './declared-errors.js';
import { answersOf, askedOfOwn, fieldEquals, record } from './error-tests.js';
import { fieldIn, isInstance, splitBy } from './errors.js';
import { composed, evaluateAll } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, valued } from './outcome.js';
import type { State } from './state.js';
import { judgedIn, textsIn } from './unseen-calls.js';

export function binary(it: Interpreter, node: TSESTree.BinaryExpression, state: State): readonly Outcome[] {
  if (node.operator === 'instanceof') {
    return evaluateAll(it, [node.left, node.right], state, (s, [left, right]) =>
      instanceOf(it, s, left as Value, right as Value, node),
    );
  }
  if (node.left.type === T.PrivateIdentifier) return [valued(state, unknown(`@${it.idOf(node)}`))];
  return evaluateAll(it, [node.left, node.right], state, (s, values) => {
    const [left, right] = values as [Value, Value];
    switch (node.operator) {
      case '===':
      case '==':
        return equal(it, s, left, right, node, node.right, node.operator === '==');
      case '!==':
      case '!=':
        return equal(it, s, left, right, node, node.right, node.operator === '!=').map((o) =>
          o.value.kind === 'literal'
            ? { ...o, value: literal(o.value.value !== true) }
            : o.value.kind === 'unknown'
              ? { ...o, value: unknown(`!${o.value.text}`, o.value.varies, o.value.holds, o.value.judged) }
              : o,
        );
      case 'in':
        if (right.kind === 'error' && left.kind === 'literal') {
          const source = it.sourceOf(right.error);
          if (source?.table)
            return answersOf(
              splitBy(
                s,
                source,
                `has ${right.layer} ${String(left.value)}`,
                (v) => fieldIn(v, right.layer, String(left.value)) !== undefined,
              ),
            );
        }
        break;
      case '+':
        if (
          left.kind === 'literal' &&
          right.kind === 'literal' &&
          (typeof left.value === 'string' || typeof right.value === 'string')
        ) {
          return [valued(s, literal(String(left.value) + String(right.value)))];
        }
        break;
      case '<':
      case '>':
      case '<=':
      case '>=':
        if (isPositive(left) && right.kind === 'literal' && typeof right.value === 'number') {
          const than = right.value;
          if (node.operator === '>' ? than < 1 : node.operator === '>=' && than <= 1)
            return [valued(s, literal(true))];
          if (node.operator === '<' ? than <= 1 : node.operator === '<=' && than < 1)
            return [valued(s, literal(false))];
        }
        if (
          left.kind === 'literal' &&
          right.kind === 'literal' &&
          typeof left.value === 'number' &&
          typeof right.value === 'number'
        ) {
          const [a, b] = [left.value, right.value];
          return [
            valued(
              s,
              literal(
                node.operator === '<'
                  ? a < b
                  : node.operator === '>'
                    ? a > b
                    : node.operator === '<='
                      ? a <= b
                      : a >= b,
              ),
            ),
          ];
        }
        break;
      default:
    }
    return [valued(s, composed(it, node.operator, values))];
  });
}

function instanceOf(
  it: Interpreter,
  state: State,
  left: Value,
  right: Value,
  node: TSESTree.BinaryExpression,
): readonly Outcome[] {
  const spelled = unwrapped(node.right);
  const name =
    right.kind === 'member' && right.member.is === 'error-class'
      ? right.member.name
      : right.kind === 'native' && right.name === 'Error' && spelled.type === T.Identifier
        ? spelled.name
        : spelled.type === T.Identifier
          ? spelled.name
          : spelled.type === T.MemberExpression
            ? memberName(spelled)
            : undefined;
  if (left.kind === 'error' && name !== undefined) {
    const source = it.sourceOf(left.error);
    if (!source?.table) {
      askedOfOwn(it, left.error, node);
      return [valued(state, unknown(`${textOf(left)} instanceof ${name}`))];
    }
    const declared = declaredCategory(it.settings, 'instanceof', name) !== undefined;
    if (right.kind === 'class' && it.origins.baseOf(right.node)?.kind !== 'member' && !declared)
      return answersOf({ yes: undefined, no: state });
    const answers = splitBy(state, source, `is ${left.layer} ${name}`, (v) =>
      isInstance(v, left.layer, name),
    );
    if (right.kind === 'member' || isCanonicalName(name) || declared)
      record(it, node, source, name, 'instanceof', answers);
    return answersOf(answers);
  }
  if (left.kind === 'native' && right.kind === 'native')
    return [valued(state, literal(left.name === right.name.replace(/^class:/, '')))];
  if (isOwnError(left) && right.kind === 'member') return [valued(state, literal(false))];
  // Whatever class an import is, a built-in error is none of it.
  if (isBuiltIn(left) && name !== undefined && name !== 'Object' && !isStandardName(name))
    return [valued(state, literal(false))];
  if (left.kind === 'native' && right.kind === 'class')
    return [valued(state, literal(left.name === `new:${it.idOf(right.node)}`))];
  if (left.kind === 'nil') return [valued(state, literal(false))];
  if (left.kind === 'native' && name === 'Error') return [valued(state, literal(true))];
  return [valued(state, unknown(`${textOf(left)} instanceof ${name ?? '?'}`))];
}

/** Compares two values: gives true and false, each with what it tells of an error. */
export function equal(
  it: Interpreter,
  state: State,
  left: Value,
  right: Value,
  node: TSESTree.Node,
  spelled: TSESTree.Node,
  loose = false,
): readonly Outcome[] {
  const field = left.kind === 'error-field' ? left : right.kind === 'error-field' ? right : undefined;
  if (field) return fieldEquals(it, state, field, field === left ? right : left, node, spelled, loose);
  if (left.kind === 'nil' || right.kind === 'nil') {
    if (left.kind === 'nil' && right.kind === 'nil')
      return [valued(state, literal(loose || left.value === right.value))];
    const value = left.kind === 'nil' ? right : left;
    if (value.kind === 'unknown' || (value.kind === 'api' && value.maybe)) {
      return [valued(state, unknown(comparisonText(left, right), variesOf(value)))];
    }
    return [valued(state, literal(false))];
  }
  if (left.kind === 'literal' && right.kind === 'literal')
    return [valued(state, literal(left.value === right.value))];
  if (isOwnName(left) && right.kind === 'literal' && !isStandardName(right.value))
    return [valued(state, literal(false))];
  if ((left.kind === 'error' || left.kind === 'api') && left.key === right.key)
    return [valued(state, literal(true))];
  if ((isPositive(left) && isZero(right)) || (isPositive(right) && isZero(left)))
    return [valued(state, literal(false))];
  const judged = union(
    union(judgedIn(left), judgedIn(right)),
    textsIn([left, right].filter(({ kind }) => kind === 'unknown')),
  );
  if (left.kind === 'unknown' || right.kind === 'unknown') it.askedOfUnseen.add(node).add(spelled);
  for (const error of [...errorsIn(left), ...errorsIn(right)]) askedOfOwn(it, error, node, spelled);
  return [
    valued(state, unknown(comparisonText(left, right), union(variesOf(left), variesOf(right)), [], judged)),
  ];
}

const isPositive = (value: Value): boolean => value.kind === 'native' && value.name === 'positive';

/** An error that the program makes, not a client. */
export const isOwnError = (value: Value): boolean =>
  isBuiltIn(value) || (value.kind === 'native' && value.name.startsWith('new:'));

/** An error of one of the language's own classes. */
const isBuiltIn = (value: Value): boolean =>
  value.kind === 'native' && (value.name === 'Error' || value.name === 'AggregateError');

/** The name of an error of the language's own classes. */
const isOwnName = (value: Value): boolean => value.kind === 'native' && value.name === 'own-name';

const isStandardName = (name: unknown): boolean =>
  typeof name === 'string' && /^(|Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/.test(name);

const isZero = (value: Value): boolean => value.kind === 'literal' && value.value === 0;
