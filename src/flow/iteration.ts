import type { TSESTree } from '@typescript-eslint/utils';
import {
  absent,
  type ListValue,
  type Value,
  anyNumberOf,
  changingWith,
  debtOf,
  holdsOf,
  list,
  literal,
  promise,
  textOf,
  undefinedValue,
  unknown,
  variesOf,
} from '../model/value.js';
import { dispatch, taken } from './calls.js';
import { branch } from './conditions.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, chain, merged, valued } from './outcome.js';
import { another } from './producers.js';
import type { State } from './state.js';
import { dropped } from './statements.js';
import { advanced } from './turns.js';

export const iterators = new Set([
  'map',
  'forEach',
  'flatMap',
  'reduce',
  'filter',
  'some',
  'every',
  'find',
  'findLast',
]);

/** Calls a function for each item of a list, as `map` and its kin do. */
export function iterate(
  it: Interpreter,
  state: State,
  items: ListValue,
  fn: Value,
  name: string,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  any: Value,
): readonly Outcome[] {
  const id = it.idOf(node);
  const known = items.items.length > 0 ? items.items.slice(0, 8) : items.many ? [any] : [];
  const turns = items.many ? [id] : [];
  // A reduction carries what one turn leaves behind into the next, which is for another item.
  const each = (name === 'reduce' && items.many ? [...known, any] : known).map((item) =>
    changingWith(item, turns),
  );
  let outcomes: readonly Outcome[] = [
    valued(state, name === 'reduce' ? (args[1] ?? unknown('reduce')) : list([], false)),
  ];
  const done: Outcome[] = [];
  it.turns.push(id);
  try {
    for (const item of each) {
      outcomes = chain(outcomes, (before, given) => {
        const { state: s, value: so } =
          name === 'reduce' ? carriedOn(before, given) : { state: before, value: given };
        const carried = so;
        const got =
          name === 'reduce'
            ? [so, item, unknown(`index(${id})`, [id])]
            : [item, unknown(`index(${id})`, [id])];
        const begun = items.many && item.kind === 'api' ? another(s, item.id) : s;
        return chain(dispatch(it, begun, fn, got, node, undefined), (after, value) => {
          switch (name) {
            case 'map':
            case 'flatMap':
              return [
                valued(
                  after,
                  list(
                    [
                      ...(so.kind === 'list' ? so.items : []),
                      ...(name === 'flatMap' && value.kind === 'list' ? value.items : [value]),
                    ],
                    items.many,
                  ),
                ),
              ];
            case 'forEach':
              return [valued(taken(it, after, value, node, node), so)];
            case 'reduce':
              return [valued(advanced(it, unawaited(it, after, carried, value, node), id, node), value)];
            default: {
              const { yes, no } = branch(it, after, value, undefined);
              const next: Outcome[] = [];
              if (name === 'filter') {
                if (yes)
                  next.push(valued(yes, list([...(so.kind === 'list' ? so.items : []), item], items.many)));
                if (no) next.push(valued(no, so));
                return next;
              }
              const hit = name === 'every' ? no : yes;
              const miss = name === 'every' ? yes : no;
              if (hit)
                done.push(
                  valued(hit, name === 'find' || name === 'findLast' ? item : literal(name !== 'every')),
                );
              if (miss) next.push(valued(miss, so));
              return next;
            }
          }
        });
      });
    }
  } finally {
    it.turns.pop();
  }
  const end = outcomes.map((o): Outcome => {
    if (o.how !== 'value') return o;
    switch (name) {
      case 'forEach':
        return { ...o, value: undefinedValue };
      case 'some':
        return {
          ...o,
          value: items.many && items.items.length === 0 ? unknown(`some@${id}`) : literal(false),
        };
      case 'every':
        return {
          ...o,
          value: items.many && items.items.length === 0 ? unknown(`every@${id}`) : literal(true),
        };
      case 'find':
      case 'findLast':
        return {
          ...o,
          value:
            items.many && items.items.length === 0
              ? unknown(`find@${id}`)
              : absent(items.items.length === 0 ? 'alone' : 'among others'),
        };
      case 'reduce':
        // What two turns have put together may be of any number.
        return items.many && o.value.kind === 'list' ? { ...o, value: anyNumberOf(o.value) } : o;
      case 'map':
      case 'filter':
      case 'flatMap':
        return items.items.length === 0 && items.many && o.value.kind === 'list' && o.value.plain
          ? {
              ...o,
              value: it.seen.derived(
                unknown(
                  `${name}(${textOf(any)})@${id}`,
                  variesOf(any).filter((v) => v !== id),
                ),
                'items',
                o.value,
              ),
            }
          : o;
      default:
        return o;
    }
  });
  return merged([...done, ...end]);
}

/** A promise that a reduction hands to its next turn, owed under another name: so it shows whether that turn waits for it. */
function carriedOn(state: State, value: Value): { state: State; value: Value } {
  if (value.kind !== 'promise' || value.owes.length === 0) return { state, value };
  let next = state;
  const owes = value.owes.map((owed) => {
    const debt = next.fact('debt', debtOf(owed));
    const name = `carried:${debtOf(owed)}`;
    if (debt) next = next.withoutFact('debt', debtOf(owed)).withFact(name, debt);
    return name;
  });
  return { state: next, value: promise(value.fulfilled, value.value, owes) };
}

/** A turn of a reduction that neither waits for the promise of the one before nor hands it on leaves it to itself. */
function unawaited(
  it: Interpreter,
  state: State,
  before: Value,
  value: Value,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): State {
  if (before.kind !== 'promise' || before.owes.length === 0) return state;
  const handed = holdsOf(value).map(debtOf);
  return before.owes.some((owed) => handed.includes(`p:${debtOf(owed)}`))
    ? state
    : dropped(it, state, before, node);
}
