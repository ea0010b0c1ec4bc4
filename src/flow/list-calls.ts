import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { memberName, unwrapped } from '../model/syntax.js';
import {
  absent,
  type ListValue,
  type Literal,
  type Value,
  api,
  changingWith,
  errorsIn,
  growing,
  holdsOf,
  iteratedOf,
  list,
  literal,
  native,
  object,
  textOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { askedOfOwn, lookedUp, record } from './error-tests.js';
import { fieldIs, splitBy, testOf } from './errors.js';
import { homeOfReceiver } from './homes.js';
import type { Interpreter } from './interpreter.js';
import { iterate, iterators } from './iteration.js';
import { type Outcome, merged, valued } from './outcome.js';
import { givenBack } from './producers.js';
import { requeued } from './sends.js';
import type { State } from './state.js';
import { notFound } from './transactions.js';
import { escape, failuresOf, givenLists, judging, textsIn } from './unseen-calls.js';

/** A member of a list: its length, an item, or a method. */
export function listMember(state: State, owner: ListValue, name: string): readonly Outcome[] {
  if ((owner.keyed === true || owner.named === true) && !Object.hasOwn(Object.prototype, name))
    return [...owner.items, ...(owner.named === true ? [] : [absent('among others')])].map((item) =>
      valued(state, owner.named === true ? underName(item, name) : item),
    );
  if (name === 'length' || name === 'size') {
    return [
      valued(
        state,
        owner.drained === true || (owner.many && owner.items.length === 0)
          ? unknown(`length(${owner.key})`, owner.drained === true ? owner.varies : [])
          : literal(owner.items.length),
      ),
    ];
  }
  if (/^\d+$/.test(name)) {
    const item = owner.many ? owner.items[0] : owner.items[Number(name)];
    return [valued(state, item ?? (owner.many ? unknown(`item(${owner.key})`) : undefinedValue))];
  }
  return [valued(state, native(`list.${name}`, [owner]))];
}

/** What a thing of which there is one for each name is under one of them. */
const underName = (item: Value, name: string): Value =>
  item.kind === 'api' ? api(item.client, item.type, `${item.id}.${name}`, item) : item;

/** An item that is taken out of a list: another one at each turn, and another one than what was taken out before the first. */
function takenOut(it: Interpreter, item: Value): Value {
  const { turns } = it;
  const of = `~${turns.join('~')}`;
  // What was put back is the same again.
  if (turns.length === 0 || textOf(item).endsWith(of)) return item;
  const varies = union(variesOf(item), [...turns].sort());
  switch (item.kind) {
    case 'unknown':
      return it.seen.derived(unknown(`${item.text}${of}`, varies, item.holds, item.judged), '=', item);
    case 'object':
      return { ...item, text: `${item.text}${of}`, varies, key: `${item.key}${of}` };
    default:
      return changingWith(item, turns);
  }
}

/** A list of which items are taken out. */
const drainedOf = (own: ListValue, turns: readonly string[]): ListValue => ({
  ...own,
  drained: true,
  varies: union(own.varies, turns),
  key: `${own.key}-`,
});

/** Calls a method of a list. */
export function callList(
  it: Interpreter,
  state: State,
  own: ListValue,
  name: string,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const [first] = args;
  const id = it.idOf(node);
  switch (name) {
    case 'includes':
    case 'has': {
      // The keys of a Map are not kept.
      if (own.entries === true)
        return [
          valued(
            state,
            unknown(
              `has(${own.key},${first ? textOf(first) : ''})@${id}`,
              first ? variesOf(first) : [],
              [],
              first ? errorsIn(first) : [],
            ),
          ),
        ];
      if (first?.kind === 'error-field') {
        const source = it.sourceOf(first.error);
        askedOfOwn(
          it,
          first.error,
          node,
          ...own.items.flatMap((item) => (item.kind === 'literal' && item.node ? [item.node] : [])),
        );
        const literals = own.items.flatMap((item) => (item.kind === 'literal' ? [item] : []));
        const missing = own.items.some(
          (item) => item.kind !== 'literal' && !(item.kind === 'nil' && item.missing !== undefined),
        );
        if (source?.table && !missing && !(own.many && own.items.length === 0)) {
          for (const item of own.items) {
            if (item.kind === 'literal') {
              const answers = splitBy(state, source, testOf(first, item.value), (v) =>
                fieldIs(v, first.layer, first.name, item.value),
              );
              record(
                it,
                item.node ?? node,
                source,
                item.name ?? String(item.value),
                first.name,
                answers,
                item.value,
              );
            } else if (item.kind === 'nil')
              record(it, node, source, item.missing ?? '', first.name, undefined, undefined, true);
          }
          const { yes, no } = splitBy(
            state,
            source,
            literals.map((l) => testOf(first, l.value)).join(),
            (v) => literals.some((l) => fieldIs(v, first.layer, first.name, l.value)),
          );
          return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
        }
        return [valued(state, unknown(`has@${id}`, [], [], [first.error]))];
      }
      if (first?.kind === 'literal' && !own.many && own.items.every((i) => i.kind === 'literal')) {
        return [valued(state, literal(own.items.some((i) => i.key === first.key)))];
      }
      if (first?.kind === 'nil') return [valued(state, own.many ? unknown(`has@${id}`) : literal(false))];
      for (const item of own.items)
        it.askedOfUnseen.add((item.kind === 'literal' ? item.node : undefined) ?? node);
      return [
        valued(
          state,
          unknown(
            `has(${own.key},${first ? textOf(first) : ''})`,
            first ? variesOf(first) : [],
            [],
            first ? union(failuresOf(it, state, first), textsIn([first])) : [],
          ),
        ),
      ];
    }
    case 'push':
    case 'add':
    case 'unshift':
    case 'set': {
      const added = (name === 'set' ? args.slice(1) : args).map((value) => growing(value));
      for (const value of added) givenBack(it, state, value, node);
      const home = own.home ?? homeOfReceiver(it, node);
      if (home !== undefined) for (const value of added) if (value.plain) it.seen.put(home, value);
      const items = [...own.items];
      for (const value of added) if (!items.some((i) => i.key === value.key)) items.push(value);
      gathered(items);
      // What is in the list is there under another name, too.
      const shared = givenLists(it, state, args, node);
      return [
        valued(
          mutated(
            it,
            own,
            own.drained === true ? requeued(it, shared, added) : shared,
            node,
            {
              ...list(items.slice(-8), true),
              entries: own.entries === true,
              ...(own.home !== undefined && { home: own.home }),
            },
            added,
          ),
          unknown(`length@${id}`),
        ),
      ];
    }
    case 'pop':
    case 'shift':
    case 'at':
    case 'get':
    case 'next': {
      const found = name === 'get' && first ? got(it, state, own, first) : undefined;
      if (found) return found;
      // What is looked up by an error judges it.
      const after = first ? judging(state, errorsIn(first)) : state;
      // Who asks a collection of which nothing is known may get something; whether it is there, the program may ask.
      const takes = name === 'pop' || name === 'shift';
      if (own.items.length === 0 && own.many) {
        const something = it.origins.valueOf(node);
        if (!takes) return [valued(after, something)];
        const left =
          own.drained === true ? after : mutated(it, own, after, node, drainedOf(own, it.turns), []);
        return [valued(left, takenOut(it, something))];
      }
      // Nothing was put into a Map that was just made.
      if (own.items.length === 0 && name === 'get') return [valued(after, absent('alone'))];
      const items = own.items.length > 0 ? own.items : [it.origins.valueOf(node)];
      // Each turn of a loop takes another one out.
      const drains = own.many && takes;
      const known = drains ? items.map((item) => takenOut(it, item)) : items;
      const rest =
        drains && own.drained !== true ? mutated(it, own, after, node, drainedOf(own, it.turns), []) : after;
      return merged([
        ...known.map((value) => valued(rest, value)),
        ...(name === 'get' || own.many ? [valued(notFound(rest, items), absent('among others'))] : []),
      ]);
    }
    case 'slice':
    case 'toSpliced':
    case 'concat':
    case 'reverse':
    case 'flat':
    case 'sort':
    case 'toSorted':
      return [valued(state, own)];
    case 'splice': {
      if (!own.many) break;
      // Other items at each turn, as those are that are taken out one by one.
      const taken = it.seen.derived(
        unknown(
          `splice@${id}`,
          union(own.varies, [...it.turns].sort()),
          holdsOf(own).filter((h) => h.startsWith('e:')),
        ),
        'items',
        own,
      );
      return [
        valued(
          own.drained === true ? state : mutated(it, own, state, node, drainedOf(own, it.turns), []),
          taken,
        ),
      ];
    }
    case 'values':
      return [valued(state, { ...own, entries: false })];
    case 'entries':
      return [valued(state, list(iteratedOf(own), own.many, own.varies))];
    case 'clear':
      return [valued(mutated(it, own, state, node, list([], false), []), undefinedValue)];
    default:
  }
  if (name === 'reduceRight' && first)
    return callList(it, state, { ...own, items: own.items.toReversed() }, 'reduce', args, node);
  if (iterators.has(name) && first) {
    return iterate(
      it,
      state,
      own,
      first,
      name,
      args,
      node,
      it.seen.derived(unknown(`each(${own.key})`, union(own.varies, [id])), 'each', own),
    );
  }
  return [
    valued(
      state,
      unknown(
        `${own.key}.${name}@${id}`,
        own.varies,
        holdsOf(own).filter((h) => h.startsWith('e:')),
      ),
    ),
  ];
}

/** What a Map gives whose keys are known; undefined where it cannot be told. */
function got(
  it: Interpreter,
  state: State,
  { keys, items, many }: ListValue,
  key: Value,
): readonly Outcome[] | undefined {
  // Something may have been put into it since.
  if (!keys || many) return undefined;
  const entries = keys.flatMap((known, index): [Literal['value'], Value][] =>
    known.kind === 'literal' && items[index] ? [[known.value, items[index]]] : [],
  );
  if (key.kind === 'error-field') return lookedUp(it, state, entries, key, false);
  if (key.kind !== 'literal' || variesOf(key).length > 0) return undefined;
  return [valued(state, entries.find(([known]) => known === key.value)?.[1] ?? undefinedValue)];
}

/** Of many errors in a list it is enough to know that they are there. */
function gathered(items: Value[]): void {
  const holding = items.filter(
    (i) =>
      i.kind === 'error' ||
      (i.kind === 'unknown' && i.text === 'errors') ||
      (i.kind === 'object' && holdsOf(i).some((h) => h.startsWith('e:'))),
  );
  if (holding.length < 2) return;
  const holds = holding.reduce<readonly string[]>((all, i) => union(all, holdsOf(i)), []);
  const rest = items.filter((i) => !holding.includes(i));
  items.splice(0, items.length, ...rest, unknown('errors', [], holds));
}

/**
 * Puts a changed list back into the object of which it is a part, `entry.messages.push(...)`, and that object into the collections
 * that have it. What holds something of a client, or an error, goes out of view instead.
 */
function filledPart(
  it: Interpreter,
  state: State,
  holder: TSESTree.MemberExpression,
  value: ListValue,
): State | undefined {
  const root = unwrapped(holder.object);
  const variable = root.type === T.Identifier ? it.origins.bindings.variableOf(root) : undefined;
  const owner = variable && state.get(variable);
  const name = memberName(holder);
  if (!variable || owner?.kind !== 'object' || name === undefined || holdsOf(value).length > 0)
    return undefined;
  const changed = object(owner.text, new Map(owner.fields).set(name, value), owner.open, owner.varies);
  const replaced = (held: Value): Value =>
    held.kind === 'list' && held.items.some(({ key }) => key === owner.key)
      ? {
          ...held,
          ...list(
            held.items.map((item) => (item.key === owner.key ? changed : item)),
            held.many,
            held.varies,
          ),
        }
      : held;
  let next = state;
  for (const { variable: other, value: held } of state.variables) next = next.set(other, replaced(held));
  for (const [id, { value: held }] of state.factsOf('cell')) {
    const other = replaced(held);
    if (other !== held) next = next.withFact(id, { is: 'cell', value: other });
  }
  return next.set(variable, changed);
}

/**
 * Puts what an item of a collection has become back into it: `groups.get(key).push(...)`, `groups[key][id] = ...`.
 *
 * @param holder - The expression that has given the item.
 * @returns Undefined where the collection is no variable of the function, or the item has something of a client or an error.
 */
export function withItem(
  it: Interpreter,
  state: State,
  holder: TSESTree.Node,
  item: Value,
  changed: Value,
): State | undefined {
  const collection = collectionOf(unwrapped(holder));
  const variable = collection && it.origins.bindings.variableOf(collection);
  const owner = variable && state.get(variable);
  if (!variable || owner?.kind !== 'list' || holdsOf(changed).length > 0) return undefined;
  if (!it.origins.bindings.isLocal(variable) || !owner.items.some(({ key }) => key === item.key))
    return undefined;
  const items = owner.items.map((one) => (one.key === item.key ? changed : one));
  return state.set(variable, { ...owner, ...list(items, owner.many, owner.varies) });
}

/** The variable whose item an expression gives: `x.get(key)`, `x[key]`, `x[key] ??= []`. */
function collectionOf(node: TSESTree.Node): TSESTree.Identifier | undefined {
  if (node.type === T.AssignmentExpression) return collectionOf(node.left);
  const owner =
    node.type === T.MemberExpression
      ? node.object
      : node.type === T.CallExpression &&
          node.callee.type === T.MemberExpression &&
          memberName(node.callee) === 'get'
        ? node.callee.object
        : undefined;
  const root = owner && unwrapped(owner);
  return root?.type === T.Identifier ? root : undefined;
}

/** Puts a changed list back where it was read from; a list that is somewhere else takes what it gets out of view. */
function mutated(
  it: Interpreter,
  own: ListValue,
  state: State,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  value: ListValue,
  added: readonly Value[],
): State {
  const callee = unwrapped(node.callee);
  const holder = callee.type === T.MemberExpression ? unwrapped(callee.object) : undefined;
  if (holder?.type === T.Identifier) {
    const variable = it.origins.bindings.variableOf(holder);
    if (variable) {
      const owner = variable.scope.variableScope.block;
      const inView =
        it.frames.some((f) => (f.fn ?? it.sourceCode.ast) === owner) &&
        (it.origins.bindings.isLocal(variable) || it.frames.length === 1);
      const next = inView ? state : added.reduce<State>((s, v) => escape(it, s, v), state);
      return next.set(variable, value);
    }
  }
  const filled =
    (holder?.type === T.MemberExpression ? filledPart(it, state, holder, value) : undefined) ??
    (holder && withItem(it, state, holder, own, value));
  if (filled) return filled;
  const { self } = it.frame;
  const field =
    holder?.type === T.MemberExpression && holder.object.type === T.ThisExpression
      ? memberName(holder)
      : undefined;
  const next = added.reduce<State>((s, v) => escape(it, s, v), state);
  return self?.kind === 'instance' && field !== undefined
    ? next.withFact(`${self.id}.${field}`, { is: 'cell', value })
    : next;
}
