import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { memberName, staticName, unwrapped } from '../model/syntax.js';
import { typeExpressionOf } from '../model/type-expression.js';
import {
  type ListValue,
  type Value,
  growing,
  holdsOf,
  list,
  object,
  textOf,
  undefinedValue,
  unknown,
  variesOf,
} from '../model/value.js';
import { checked } from './checked-values.js';
import { evaluate } from './expressions.js';
import type { Interpreter, Variable } from './interpreter.js';
import { withItem } from './list-calls.js';
import { member } from './members.js';
import { type Outcome, chain, valued } from './outcome.js';
import type { State } from './state.js';
import { escape } from './unseen-calls.js';

/** Gives a value to a pattern or target. */
export function bind(it: Interpreter, target: TSESTree.Node, value: Value, state: State): readonly Outcome[] {
  switch (target.type) {
    case T.Identifier: {
      const variable = it.origins.bindings.variableOf(target);
      if (!variable) return [valued(escape(it, state, value), value)];
      return checked(it, target, [valued(state, declared(it, variable, value))]).map((o) =>
        valued(assign(it, variable, o.value, o.state), o.value),
      );
    }
    case T.AssignmentPattern:
      if (value.kind === 'nil' || value.kind === 'unknown') {
        return chain(evaluate(it, target.right, state), (s, fallback) =>
          bind(it, target.left, value.kind === 'nil' ? fallback : value, s),
        );
      }
      return bind(it, target.left, value, state);
    case T.ObjectPattern: {
      let outcomes: readonly Outcome[] = [valued(state, value)];
      for (const property of target.properties) {
        outcomes = chain(outcomes, (s) => {
          if (property.type === T.RestElement)
            return bind(
              it,
              property.argument,
              value.kind === 'object'
                ? value
                : unknown(`rest(${textOf(value)})`, variesOf(value), holdsOf(value)),
              s,
            );
          const name = staticName(property.key, property.computed);
          return chain(
            name === undefined
              ? [valued(s, unknown('?', variesOf(value), holdsOf(value)))]
              : member(it, s, value, name, property),
            (after, part) => bind(it, property.value, part, after),
          );
        });
      }
      return outcomes;
    }
    case T.ArrayPattern: {
      let outcomes: readonly Outcome[] = [valued(state, value)];
      for (const [index, element] of target.elements.entries()) {
        if (!element) continue;
        const part =
          value.kind === 'list' && element.type === T.RestElement
            ? value.many
              ? value
              : list(value.items.slice(index), false, value.varies)
            : value.kind === 'list' && (!value.many || value.items.length > 0)
              ? ((value.many ? value.items[0] : value.items[index]) ?? undefinedValue)
              : it.seen.derived(
                  unknown(`${textOf(value)}[${index}]`, variesOf(value), holdsOf(value)),
                  '[]',
                  value,
                );
        outcomes = chain(outcomes, (s) => bind(it, element, part, s));
      }
      return outcomes;
    }
    case T.RestElement:
      return bind(it, target.argument, value, state);
    case T.TSParameterProperty: {
      const inner = target.parameter;
      return chain(bind(it, inner, value, state), (s) => {
        const name = inner.type === T.AssignmentPattern ? inner.left : inner;
        const { self } = it.frame;
        return self?.kind === 'instance'
          ? [valued(setField(escape(it, s, value, 'field'), self.id, name.name, value), value)]
          : [valued(s, value)];
      });
    }
    case T.MemberExpression: {
      return chain(evaluate(it, target.object, state), (s, owner) => {
        const name = memberName(target);
        if (owner.kind === 'instance') {
          const kept = (at: State, field: string): readonly Outcome[] => [
            valued(setField(escape(it, at, value, 'field'), owner.id, field, value), value),
          ];
          if (name !== undefined) return kept(s, name);
          return chain(evaluate(it, target.property, s), (after, key) =>
            key.kind === 'literal' && variesOf(key).length === 0
              ? kept(after, String(key.value))
              : [valued(escape(it, after, value), value)],
          );
        }
        if (owner.kind === 'object' && name !== undefined) {
          const root = unwrapped(target.object);
          const variable = root.type === T.Identifier ? it.origins.bindings.variableOf(root) : undefined;
          // A step that the program has come to is what it says there, whoever else may say another one later.
          const isStep = value.kind === 'literal' && typeof value.value === 'string';
          if (variable && (s.get(variable) || isStep)) {
            const filled = object(owner.text, new Map(owner.fields).set(name, value), owner.open);
            const after = s.set(variable, filled);
            // Of an object that the program has not written down here others know, too.
            return [valued(owner.open ? escape(it, after, value, 'field') : after, value)];
          }
        }
        if (owner.kind === 'list') {
          const root = unwrapped(target.object);
          const variable = root.type === T.Identifier ? it.origins.bindings.variableOf(root) : undefined;
          if (variable && s.get(variable) && it.origins.bindings.isLocal(variable))
            return [valued(s.set(variable, withOneMore(owner, value)), value)];
        }
        if (owner.kind === 'object') {
          const root = unwrapped(target.object);
          const variable = root.type === T.Identifier ? it.origins.bindings.variableOf(root) : undefined;
          const filled = underKey(owner, value);
          if (variable && s.get(variable) && filled && it.origins.bindings.isLocal(variable))
            return [valued(s.set(variable, filled), value)];
          if (variable && s.get(variable))
            return [valued(escape(it, s.set(variable, it.origins.changeable(owner)), value), value)];
        }
        const put = underKey(owner, value);
        const after = put && withItem(it, s, target.object, owner, put);
        if (after) return [valued(after, value)];
        if (name === 'exitCode')
          return [
            valued(
              it.tell(
                s,
                it.handling.flatMap((h) => h.errors),
                'exits',
                target,
              ),
              value,
            ),
          ];
        return [valued(escape(it, s, value), value)];
      });
    }
    default:
      return [valued(escape(it, state, value), value)];
  }
}

/** What an empty object, or one that was filled key by key, is with one thing more that has nothing of a client; undefined for anything else. */
export function underKey(owner: Value, value: Value): Value | undefined {
  if (holdsOf(value).length > 0) return undefined;
  if (owner.kind === 'object' && owner.fields.size === 0 && !owner.open)
    return { ...list([growing(value)], true, owner.varies), keyed: true };
  return owner.kind === 'list' && owner.keyed === true ? withOneMore(owner, value) : undefined;
}

/** A list with one thing more under some key. */
function withOneMore(owner: ListValue, value: Value): ListValue {
  const put = growing(value);
  const items = [...owner.items.filter((item) => item.key !== put.key), put].slice(-8);
  return { ...list(items, true, owner.varies), keyed: owner.keyed === true };
}

function setField(state: State, id: string, name: string, value: Value): State {
  return state.withFact(`${id}.${name}`, { is: 'cell', value });
}

/** Assigns a variable; one that code out of view can read takes what it gets out of view. */
function assign(it: Interpreter, variable: Variable, value: Value, state: State): State {
  const { bindings } = it.origins;
  const owner = variable.scope.variableScope.block;
  const inView = it.frames.some((f) => (f.fn ?? it.sourceCode.ast) === owner);
  const next =
    inView && (bindings.isLocal(variable) || it.frames.length === 1)
      ? state
      : escape(it, state, value, 'field');
  return next.set(variable, value);
}

/** What an argument is by the parameter's type, where the argument itself says nothing. */
export function believed(it: Interpreter, parameter: TSESTree.Parameter, value: Value): Value {
  if (value.kind !== 'unknown' || value.holds.length > 0) return value;
  const target = parameter.type === T.AssignmentPattern ? parameter.left : parameter;
  if (target.type !== T.Identifier) return value;
  const variable = it.origins.bindings.variableOf(target);
  if (!variable || !target.typeAnnotation) return value;
  const typed = it.origins.variableValue(variable);
  return typed.kind === 'unknown' ? value : typed;
}

/** What a variable gets: where nothing is known of the value, the variable's annotation tells. */
function declared(it: Interpreter, variable: Variable, value: Value): Value {
  const [definition] = variable.defs;
  const name = (definition?.type as string | undefined) === 'Variable' ? definition?.name : undefined;
  return name?.type === T.Identifier ? typed(it, value, name.typeAnnotation, name) : value;
}

export function typed(
  it: Interpreter,
  value: Value,
  annotation: TSESTree.TSTypeAnnotation | undefined,
  at: TSESTree.Node,
): Value {
  if (!annotation || value.kind !== 'unknown' || value.holds.length > 0) return value;
  const typed = it.origins.typed(typeExpressionOf(annotation.typeAnnotation), `typed:${it.idOf(at)}`);
  return typed?.kind === 'api' || (typed?.kind === 'promise' && typed.value.kind === 'api') ? typed : value;
}
