import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { apiMemberOf, shapeOf } from '../model/api.js';
import { givenAs } from '../model/own-errors.js';
import { memberName } from '../model/syntax.js';
import {
  absent,
  type ErrorField,
  type ErrorValue,
  type NativeValue,
  type Value,
  changingWith,
  errorField,
  errorValue,
  errorsIn,
  func,
  holdsOf,
  list,
  listIn,
  literal,
  native,
  skippedValue,
  textOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { lookedUp, record } from './error-tests.js';
import { hasField, hasLayer, splitBy } from './errors.js';
import { homeOf } from './homes.js';
import { evaluate } from './expressions.js';
import { callFunction } from './functions.js';
import { fieldOf } from './instances.js';
import type { Interpreter } from './interpreter.js';
import { listMember } from './list-calls.js';
import { type Outcome, chain, thrown, valued } from './outcome.js';
import { settledByHand } from './promises.js';
import type { State } from './state.js';
import { hasEnded, isActive } from './transactions.js';
import { judgedIn } from './unseen-calls.js';

export function memberExpression(
  it: Interpreter,
  node: TSESTree.MemberExpression,
  state: State,
): readonly Outcome[] {
  return chain(evaluate(it, node.object, state), (s, owner) => {
    if (owner === skippedValue) return [valued(s, owner)];
    if (owner.kind === 'nil' && owner.missing === undefined && node.optional)
      return [valued(s, skippedValue)];
    const name = memberName(node);
    if (name !== undefined) return member(it, s, owner, name, node);
    return chain(evaluate(it, node.property, s), (after, key) => {
      if (key.kind === 'literal' && variesOf(key).length === 0)
        return member(it, after, owner, String(key.value), node);
      if (owner.kind === 'list' && owner.items.length > 0) {
        const items = owner.keyed === true ? [...owner.items, absent('among others')] : owner.items;
        return items.map((item) => valued(after, changingWith(item, variesOf(key))));
      }
      // Nothing was put into an object that was just made.
      if (owner.kind === 'object' && !owner.open && owner.fields.size === 0)
        return [valued(after, absent('alone'))];
      const found =
        owner.kind === 'object' && !owner.open && key.kind === 'error-field'
          ? lookedUp(it, after, [...owner.fields], key, true)
          : undefined;
      if (found) return found;
      // What the program looks up by an error, or has put on it under a name of its own, judges the error.
      const judged = union(judgedIn(key), union(errorsIn(key), owner.kind === 'error' ? [owner.error] : []));
      return [
        valued(
          after,
          it.seen.derived(
            unknown(
              `${textOf(owner)}[${textOf(key)}]`,
              union(variesOf(owner), variesOf(key)),
              holdsOf(owner),
              judged,
            ),
            '[]',
            owner,
          ),
        ),
      ];
    });
  });
}

/** What a field of an error has: of one that no error of the client has, as `error.response.status`, as little as the field itself. */
function partOf(
  it: Interpreter,
  { error, layer, name: field, key }: ErrorField,
  name: string,
  node: TSESTree.Node,
): Value {
  const table = it.sourceOf(error)?.table;
  const isCalled = node.parent?.type === T.CallExpression && node.parent.callee === node;
  return table && !isCalled && !hasField(table, field)
    ? errorField(error, layer, `${field}.${name}`)
    : unknown(`${key}.${name}`, [], [`e:${error}`]);
}

/** Reads `owner.name`. */
export function member(
  it: Interpreter,
  state: State,
  owner: Value,
  name: string,
  node: TSESTree.Node,
): readonly Outcome[] {
  switch (owner.kind) {
    case 'error':
      return errorMember(it, state, owner, name);
    case 'error-field':
      return [valued(state, partOf(it, owner, name, node))];
    case 'nil':
      if (owner.missing !== undefined) {
        const tested = it.handling.at(-1)?.errors.map((e) => it.sourceOf(e)) ?? [];
        const source = tested.find((found) => found?.table);
        if (source) record(it, node, source, `${owner.missing}.${name}`, 'throws', undefined);
        return [thrown(state, unknown('TypeError'))];
      }
      if (owner.absent === 'among others') return [];
      if (owner.absent === 'alone') return [valued(state, unknown(`found@${it.idOf(node)}`))];
      return [thrown(state, unknown(`TypeError:${name}`))];
    case 'promise':
      return [valued(state, native(`promise.${name}`, [owner]))];
    case 'list':
      return listMember(state, owner, name);
    case 'function':
      if (name === 'bind' || name === 'call' || name === 'apply')
        return [valued(state, native(`function.${name}`, [owner]))];
      break;
    case 'member': {
      if (name === 'bind' || name === 'call' || name === 'apply')
        return [valued(state, native(`function.${name}`, [owner]))];
      const known = apiMemberOf(owner, name);
      if (known) return [valued(state, known)];
      break;
    }
    case 'class': {
      const cell = state.fact('cell', fieldOf(owner, name));
      if (cell) return [valued(state, cell.value)];
      break;
    }
    case 'instance': {
      const cell = state.fact('cell', `${owner.id}.${name}`);
      if (cell) return [valued(state, cell.value)];
      const method = it.origins.methodOf(owner.node, name);
      if (method) {
        const value = func(method.node, it.idOf(method.node), { self: owner });
        return method.getter ? callFunction(it, state, value, [], node) : [valued(state, value)];
      }
      const field = it.origins.fieldValue(owner.node, name);
      if (field) {
        return [
          valued(
            state,
            field.kind === 'function'
              ? func(field.node, it.idOf(field.node), { self: owner })
              : field.kind === 'list' && field.many
                ? listIn(field, homeOf(it, owner, name))
                : field,
          ),
        ];
      }
      break;
    }
    case 'native': {
      if (owner.name === 'deferred') return member(it, state, settledByHand(state, owner), name, node);
      const own = ownErrorMember(it, owner, name);
      if (own) return [valued(state, own)];
      if (owner.args.length > 0) {
        // What is made of values (an error that wraps another, an observable) still holds them.
        if (name === 'cause' || name === 'originalError') {
          // The language's own errors have a cause by their options alone.
          const isPlain = owner.name === 'Error' || owner.name === 'AggregateError';
          const inside =
            (isPlain ? undefined : owner.args.find((a) => a.kind === 'error')) ??
            owner.args.flatMap((a) => (a.kind === 'object' ? [a.fields.get('cause')] : [])).find((v) => v);
          if (inside) return [valued(state, inside)];
        }
        if (
          (owner.name === 'Error' || owner.name === 'AggregateError') &&
          /^(type|code|retriable|fatal|errno|apiId|is[A-Z]\w*)$/.test(name)
        ) {
          return [valued(state, undefinedValue)];
        }
        if ((owner.name === 'Error' || owner.name === 'AggregateError') && !it.origins.isPutOnErrors(name)) {
          if (name === 'name') return [valued(state, native('own-name', []))];
          const options = owner.args[owner.name === 'Error' ? 1 : 2];
          if (name === 'cause' && (options === undefined || options.kind === 'error'))
            return [valued(state, undefinedValue)];
        }
        if (/^(rxjs|cockatiel)/.test(owner.name))
          return [valued(state, native(`${owner.name}.${name}`, owner.args))];
      }
      break;
    }
    case 'object': {
      const value = owner.fields.get(name);
      if (value)
        return [valued(state, value.kind === 'function' && !value.self ? { ...value, self: owner } : value)];
      if (!owner.open) return [valued(state, absent('alone'))];
      break;
    }
    default:
  }
  if (owner.kind === 'api') {
    const shape = shapeOf(owner).members[name];
    if (shape?.is === 'value' && shape.role !== undefined) {
      const says = shape.role === 'is-active' ? isActive(state, owner) : hasEnded(state, owner);
      return [valued(state, says === undefined ? unknown(`${shape.role}(${owner.id})`) : literal(says))];
    }
  }
  const known =
    it.origins.memberOf(owner, name) ??
    (owner.kind === 'unknown' && node.type === T.MemberExpression ? it.origins.exportedAs(node) : undefined);
  if (known) return [valued(state, known)];
  return [
    valued(
      state,
      it.seen.derived(
        unknown(
          `${textOf(owner)}.${name}`,
          variesOf(owner),
          holdsOf(owner).filter((h) => !h.startsWith('a:')),
        ),
        `.${name}`,
        owner,
      ),
    ),
  ];
}

/** What the program's own error has as a field: what its constructor was given, or something by which the program judges what it holds. */
function ownErrorMember(it: Interpreter, owner: NativeValue, name: string): Value | undefined {
  const cls = it.errorClasses.get(owner.name);
  if (!cls || /^(message|stack|name|cause|errors)$/.test(name)) return undefined;
  const given = it.origins.isWrittenFromOutside(name) ? undefined : givenAs(cls, name);
  if (typeof given === 'number' && owner.args[given]) return owner.args[given];
  const known = typeof given === 'object' ? it.origins.valueOf(given) : undefined;
  if (known && known.kind !== 'unknown') return known;
  return unknown(`${owner.key}.${name}`, variesOf(owner), holdsOf(owner), errorsIn(owner));
}

function errorMember(it: Interpreter, state: State, owner: ErrorValue, name: string): readonly Outcome[] {
  const source = it.sourceOf(owner.error);
  const holds = [`e:${owner.error}`];
  if (!source?.table)
    return [valued(state, name === 'cause' ? owner : unknown(`${owner.key}.${name}`, [], holds))];
  switch (name) {
    case 'cause': {
      const { yes, no } = splitBy(state, source, `cause ${owner.layer}`, (v) =>
        hasLayer(v, owner.layer < 0 ? 1 : owner.layer + 1),
      );
      return [
        ...(yes ? [valued(yes, errorValue(owner.error, owner.layer + 1))] : []),
        ...(no ? [valued(no, undefinedValue)] : []),
      ];
    }
    case 'errors': {
      const { yes, no } = splitBy(state, source, 'errors', (v) => hasLayer(v, -1));
      return [
        ...(yes ? [valued(yes, list([errorValue(owner.error, -1)], true))] : []),
        ...(no ? [valued(no, undefinedValue)] : []),
      ];
    }
    case 'message':
    case 'stack':
      return [valued(state, unknown(`${owner.key}.${name}`, [], holds))];
    case 'findBy':
    case 'toString':
    case 'toJSON':
    case 'constructor':
      return [valued(state, native(`error.${name}`, [owner]))];
    default:
      // What the program has put on errors, it judges them by.
      if (it.origins.isPutOnErrors(name) && !hasField(source.table, name))
        return [valued(state, unknown(`${owner.key}.${name}`, [], holds, [owner.error]))];
      return [valued(state, errorField(owner.error, owner.layer, name))];
  }
}
