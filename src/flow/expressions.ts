import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { childrenOf, isFunction, staticName, unwrapped } from '../model/syntax.js';
import {
  type Value,
  classValue,
  holdsOf,
  iteratedOf,
  list,
  literal,
  object,
  textOf,
  skippedValue,
  undefinedValue,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { assignment, counted } from './assignments.js';
import { call } from './calls.js';
import { checked } from './checked-values.js';
import { binary } from './comparisons.js';
import { condition, logical } from './conditions.js';
import { construct } from './construction.js';
import type { Interpreter } from './interpreter.js';
import { stranded } from './leaving.js';
import { memberExpression } from './members.js';
import { closure, named } from './names.js';
import { type Outcome, chain, merged, thrown, valued } from './outcome.js';
import { bind, underKey } from './patterns.js';
import { awaited } from './promises.js';
import type { State } from './state.js';
import { dropped, isSideChain } from './statements.js';
import { escape, judgedIn } from './unseen-calls.js';

/** Evaluates expressions one after the other. */
export function evaluateAll(
  it: Interpreter,
  nodes: readonly (TSESTree.Node | null)[],
  state: State,
  then: (state: State, values: Value[]) => readonly Outcome[],
): readonly Outcome[] {
  const next = (start: number, s: State, before: readonly Value[]): readonly Outcome[] => {
    const values = before.slice();
    let index = start;
    for (; index < nodes.length; index++) {
      const node = nodes[index];
      const value = node ? simpleValue(it, node, s) : undefinedValue;
      if (!value) break;
      values.push(value);
    }
    const node = nodes[index];
    if (!node) return then(s, values);
    if (node.type === T.SpreadElement) {
      return chain(evaluate(it, node.argument, s), (after, value) =>
        next(index + 1, after, [
          ...values,
          ...(value.kind === 'list' && !value.many
            ? value.items
            : [
                value.kind === 'list' && (value.items[0] ?? value.home) !== undefined
                  ? value
                  : unknown(`...${textOf(value)}`, variesOf(value), holdsOf(value)),
              ]),
        ]),
      );
    }
    return chain(evaluate(it, node, s), (after, value) => next(index + 1, after, [...values, value]));
  };
  return next(0, state, []);
}

/**
 * The value of an expression that can neither throw nor change anything nor go more than one way; undefined for any other
 * expression.
 */
function simpleValue(it: Interpreter, node: TSESTree.Node, state: State): Value | undefined {
  switch (node.type) {
    case T.Literal:
      return it.origins.valueOf(node);
    case T.ThisExpression:
      return it.frame.self ?? it.origins.valueOf(node);
    case T.Identifier:
      return named(it, node, state);
    case T.ArrowFunctionExpression:
    case T.FunctionExpression:
      return closure(it, node, state);
    case T.TemplateLiteral: {
      const values = allSimple(it, node.expressions, state);
      return values && templateOf(it, node, values);
    }
    case T.ArrayExpression: {
      const values = allSimple(it, node.elements, state);
      return values && list(values, false);
    }
    case T.ObjectExpression: {
      const values = allSimple(
        it,
        node.properties.map((p) => (p.type === T.SpreadElement ? p : p.value)),
        state,
      );
      return values && objectOf(it, node, values);
    }
    default:
      return undefined;
  }
}

function allSimple(
  it: Interpreter,
  nodes: readonly (TSESTree.Node | null)[],
  state: State,
): Value[] | undefined {
  const values: Value[] = [];
  for (const node of nodes) {
    const value = node ? simpleValue(it, node, state) : undefinedValue;
    if (!value) return undefined;
    values.push(value);
  }
  return values;
}

function templateOf(it: Interpreter, node: TSESTree.TemplateLiteral, values: readonly Value[]): Value {
  return values.length === 0
    ? literal(node.quasis[0]?.value.cooked ?? '', { node })
    : composed(it, '`', values);
}

export function evaluate(it: Interpreter, node: TSESTree.Node, state: State): readonly Outcome[] {
  it.step();
  const simple = simpleValue(it, node, state);
  if (simple) return [valued(state, simple)];
  switch (node.type) {
    case T.TSAsExpression:
    case T.TSSatisfiesExpression:
    case T.TSNonNullExpression:
    case T.TSTypeAssertion:
    case T.TSInstantiationExpression:
      return evaluate(it, node.expression, state).map((o) =>
        o.how === 'value' && o.value.kind === 'unknown' && o.value.holds.length === 0
          ? { ...o, value: explained(it, node, o.value) }
          : o,
      );
    case T.ChainExpression:
      return evaluate(it, node.expression, state).map((o) =>
        o.how === 'value' && o.value === skippedValue ? { ...o, value: undefinedValue } : o,
      );
    case T.Super:
      return [valued(state, it.frame.self ?? unknown('super'))];
    case T.TemplateLiteral:
      return evaluateAll(it, node.expressions, state, (s, values) => [
        valued(s, templateOf(it, node, values)),
      ]);
    case T.TaggedTemplateExpression:
      return evaluateAll(it, node.quasi.expressions, state, (s, values) => [
        valued(s, composed(it, 'tag', values)),
      ]);
    case T.Identifier:
      stranded(it, state);
      return [thrown(state, unknown(`ReferenceError:${node.name}`))];
    case T.MemberExpression:
      return checked(it, node, memberExpression(it, node, state));
    case T.CallExpression:
      return checked(it, node, call(it, node, state));
    case T.NewExpression:
      return checked(it, node, construct(it, node, state));
    case T.AwaitExpression:
      return chain(evaluate(it, node.argument, state), (s, value) => awaited(it, s, value));
    case T.YieldExpression:
      if (!node.argument) return [valued(state, unknown('yield'))];
      return chain(evaluate(it, node.argument, state), (s, value) => {
        const generator = it.frames.findLast((f) => f.yields);
        const fresh = value.kind === 'api' && it.makers.get(value.id) === generator?.fn;
        generator?.yields?.values.push(fresh ? { ...value, fresh } : value);
        const settled =
          value.kind === 'promise' ? awaited(it, s, value) : [valued(escape(it, s, value), value)];
        return chain(settled, (after) => {
          generator?.yields?.waiting.push(after);
          return [valued(after, unknown(`yield@${it.idOf(node)}`, it.turns))];
        });
      });
    case T.AssignmentExpression:
      return assignment(it, node, state);
    case T.UpdateExpression:
      return chain(evaluate(it, node.argument, state), (s, value) =>
        chain(bind(it, node.argument, counted(it, node, value), s), (after) => [
          valued(after, unknown(`count(${it.idOf(node)})`)),
        ]),
      );
    case T.UnaryExpression:
      return unary(it, node, state);
    case T.BinaryExpression:
      return binary(it, node, state);
    case T.LogicalExpression:
      return logical(it, node, state);
    case T.ConditionalExpression: {
      const { yes, no, thrown: failed } = condition(it, node.test, state);
      return merged([
        ...failed,
        ...yes.flatMap((s) => evaluate(it, node.consequent, s)),
        ...no.flatMap((s) => evaluate(it, node.alternate, s)),
      ]);
    }
    case T.SequenceExpression: {
      let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
      for (const expression of node.expressions)
        outcomes = chain(outcomes, (s) => evaluate(it, expression, s));
      return outcomes;
    }
    case T.ArrayExpression:
      return evaluateAll(it, node.elements, state, (s, values) => {
        const [only, ...others] = values;
        const copied = node.elements.length === 1 && others.length === 0 ? only : undefined;
        const isSpread = node.elements.some((e) => e?.type === T.SpreadElement);
        // A copy has what other functions have put into the list.
        if (isSpread && copied?.kind === 'list' && copied.home !== undefined && copied.entries !== true)
          return [valued(s, copied)];
        const items = values.flatMap((v, i) =>
          node.elements[i]?.type === T.SpreadElement && v.kind === 'list' ? iteratedOf(v) : [v],
        );
        return [valued(s, list(items, isSpread))];
      });
    case T.ObjectExpression:
      return objectExpression(it, node, state);
    case T.FunctionDeclaration:
      return [valued(state, closure(it, node, state))];
    case T.ClassExpression:
    case T.ClassDeclaration:
      return [valued(state, classValue(node, it.idOf(node)))];
    case T.ImportExpression:
      return [valued(state, it.origins.valueOf(node))];
    default: {
      // What has no place of its own here is gone through for the calls in it.
      const children = childrenOf(node, it.sourceCode.visitorKeys).filter(
        (c) => !isFunction(c) && /Expression|Element|Container|Literal|Identifier/.test(c.type),
      );
      return evaluateAll(it, children, state, (s) => [valued(s, unknown(`@${it.idOf(node)}`))]);
    }
  }
}

function explained(it: Interpreter, node: TSESTree.Node, value: Value): Value {
  const known = it.origins.valueOf(node);
  return known.kind === 'unknown' ? value : known;
}

export function composed(it: Interpreter, head: string, values: readonly Value[]): Value {
  let varies: readonly string[] = [];
  let holds: readonly string[] = [];
  let judged: readonly string[] = [];
  for (const v of values) {
    varies = union(varies, variesOf(v));
    judged = union(judged, judgedIn(v));
    holds = union(
      holds,
      holdsOf(v).filter((h) => h.startsWith('e:')),
    );
  }
  return it.seen.derived(
    unknown(`${head}(${values.map(textOf).join()})`, varies, holds, judged),
    head,
    ...values,
  );
}

function unary(it: Interpreter, node: TSESTree.UnaryExpression, state: State): readonly Outcome[] {
  if (node.operator === '!') {
    const { yes, no, thrown: failed } = condition(it, node.argument, state);
    return merged([
      ...failed,
      ...yes.map((s) => valued(s, literal(false))),
      ...no.map((s) => valued(s, literal(true))),
    ]);
  }
  if (node.operator === 'typeof') {
    const inner = unwrapped(node.argument);
    if (inner.type === T.Identifier && !it.origins.bindings.variableOf(inner))
      return [valued(state, unknown('typeof'))];
  }
  return chain(evaluate(it, node.argument, state), (s, value) => {
    switch (node.operator) {
      case 'void':
        return [
          valued(isSideChain(it, node.argument) ? s : dropped(it, s, value, node.argument), undefinedValue),
        ];
      case 'typeof':
        return [valued(s, typeNameOf(value) ?? unknown(`typeof ${textOf(value)}`))];
      case '-':
        return [
          valued(
            s,
            value.kind === 'literal' && typeof value.value === 'number'
              ? literal(-value.value)
              : unknown(`-${textOf(value)}`, variesOf(value)),
          ),
        ];
      default:
        return [valued(s, unknown(`${node.operator}${textOf(value)}`, variesOf(value)))];
    }
  });
}

function objectExpression(
  it: Interpreter,
  node: TSESTree.ObjectExpression,
  state: State,
): readonly Outcome[] {
  const values = node.properties.map((p) =>
    p.type === T.SpreadElement ? p.argument : isFunction(p.value) || p.kind !== 'init' ? p.value : p.value,
  );
  return evaluateAll(it, values, state, (s, got) => [valued(s, objectOf(it, node, got))]);
}

function objectOf(it: Interpreter, node: TSESTree.ObjectExpression, got: readonly Value[]): Value {
  const fields = new Map<string, Value>();
  let open = false;
  let varies: readonly string[] = [];
  const texts: string[] = [];
  for (const [index, property] of node.properties.entries()) {
    const value = got[index] as Value;
    varies = union(varies, variesOf(value));
    if (property.type === T.SpreadElement) {
      texts.push(`...${textOf(value)}`);
      if (value.kind === 'object') for (const [name, v] of value.fields) fields.set(name, v);
      if (value.kind !== 'object' || value.open) open = true;
      continue;
    }
    const name = staticName(property.key, property.computed);
    texts.push(`${name ?? '?'}:${textOf(value)}`);
    if (name === undefined) open = true;
    else if (property.kind === 'init') fields.set(name, value);
    else open = true;
  }
  const keyed = filledByKey(node, got);
  if (keyed) return keyed;
  const made = object(`{${texts.join()}}`, fields, open, varies);
  it.seen.literal(made, node);
  return made;
}

/** `{ ...counts, [key]: value }`: an object that is filled key by key, each time in a copy. */
function filledByKey({ properties }: TSESTree.ObjectExpression, got: readonly Value[]): Value | undefined {
  const [before, value] = got;
  const [spread, property] = properties;
  if (properties.length !== 2 || spread?.type !== T.SpreadElement || !before || !value) return undefined;
  if (property?.type !== T.Property || !property.computed || property.kind !== 'init') return undefined;
  return staticName(property.key, true) === undefined ? underKey(before, value) : undefined;
}

/** What `typeof` says of a value, where that is known. */
function typeNameOf(value: Value): Value | undefined {
  switch (value.kind) {
    case 'nil':
      return literal(value.value === null ? 'object' : 'undefined');
    case 'literal':
      return literal(typeof value.value);
    case 'function':
    case 'class':
      return literal('function');
    case 'error':
    case 'promise':
    case 'list':
    case 'object':
    case 'instance':
      return literal('object');
    default:
      return undefined;
  }
}
