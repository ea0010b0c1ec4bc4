import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import { apiOf, shapeOf } from '../model/api.js';
import type { LoopNode } from '../model/syntax.js';
import {
  type Value,
  changingWith,
  holdsOf,
  list,
  textOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
  varyingWith,
} from '../model/value.js';
import { condition, someOrNone } from './conditions.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { swallowed } from './leaving.js';
import { type Outcome, chain, merged, valued } from './outcome.js';
import { bind } from './patterns.js';
import { another } from './producers.js';
import { awaited, surfaced } from './promises.js';
import type { State } from './state.js';
import { distinct, statement } from './statements.js';
import { advanced, beginning } from './turns.js';

/**
 * In how many states that differ a loop's next turn is followed. Those after one turn come first, so that beyond it there are only
 * further mixtures of what went wrong in several.
 */
const MOST_TURNS = 24;

export function loop(it: Interpreter, node: LoopNode, before: State): readonly Outcome[] {
  const id = it.idOf(node);
  const state = beginning(it, before, id);
  const outcomes: Outcome[] = [];
  const seen = new Map<string, State>();
  const queue: State[] = [];
  const label = node.parent.type === T.LabeledStatement ? node.parent.label.name : undefined;
  let first: State | undefined;
  const arrive = (s: State): void => {
    if (s.key === first?.key && first.joinedWith(s) === first) return;
    const known = seen.get(s.key);
    if (!known) {
      if (seen.size < MOST_TURNS) {
        seen.set(s.key, s);
        queue.push(s);
      } else it.leftOut = true;
      return;
    }
    const both = known.joinedWith(s);
    if (both !== known) {
      seen.set(s.key, both);
      queue.push(both);
    }
  };
  const { calls } = it;
  // A loop in which nothing is done repeats nothing: a search through the causes of an error, for example.
  const turned = (s: State): State => advanced(it, s, id, node, it.calls > calls);
  const again = (s: State): void => {
    arrive(turned(s));
  };
  const body = (s: State): void => {
    for (const outcome of statement(it, node.body, s)) {
      const mine = outcome.label === undefined || outcome.label === label;
      if (outcome.how === 'value' || (outcome.how === 'continue' && mine)) {
        if (node.type === T.ForStatement && node.update) {
          for (const updated of evaluate(it, node.update, outcome.state)) {
            if (updated.how === 'value') again(updated.state);
            else outcomes.push(updated);
          }
        } else if (node.type === T.DoWhileStatement) {
          const { yes, no, thrown: failed } = condition(it, node.test, outcome.state);
          outcomes.push(...failed, ...no.map((n) => valued(n, undefinedValue)));
          yes.forEach(again);
        } else again(outcome.state);
      } else if (outcome.how === 'break' && mine) {
        outcomes.push(valued(outcome.state, undefinedValue));
      } else outcomes.push(outcome);
    }
  };
  const enter = (start: State, items: Value | undefined): void => {
    // The first turn is apart from the others: counters are known in it.
    first = start;
    // The way round a handler's loop over those who wait: when nobody waits, there is nobody to tell.
    let none: State | undefined;
    const before = outcomes.length;
    seen.clear();
    queue.push(start);
    for (let s = queue.shift(); s; s = queue.shift()) {
      it.step();
      switch (node.type) {
        case T.ForStatement:
        case T.WhileStatement:
          if (node.test) {
            const { yes, no, thrown: failed } = condition(it, node.test, s);
            outcomes.push(...failed, ...no.map((n) => valued(n, undefinedValue)));
            yes.forEach(body);
          } else body(s);
          break;
        case T.DoWhileStatement:
          body(s);
          break;
        default: {
          const from = items ?? undefinedValue;
          const decided = s === start ? someOrNone(it, s, from, it.turns.length - 1) : undefined;
          const has = decided ?? { some: s, none: s };
          if (s === start && it.handling.length > 0) none = has.none;
          else if (has.none && !isEndless(from)) outcomes.push(valued(has.none, undefinedValue));
          if ((from.kind === 'list' && !from.many) || !has.some) break;
          each(has.some, unknown(`each(${textOf(from)})`), from, body);
        }
      }
    }
    if (none) outcomes.push(valued(toldBy(none, outcomes.slice(before)), undefinedValue));
  };
  /** Gives the loop's variable its next item. */
  const each = (s: State, of: Value, from: Value, run: (s: State) => void): void => {
    const item = from.kind === 'list' && from.many ? changingWith(of, [id]) : of;
    const pair = from.kind === 'list' && from.entries === true;
    const items = from.kind === 'api' ? shapeOf(from).items : undefined;
    const single =
      item.kind === 'unknown'
        ? it.seen.derived(
            unknown(
              `each(${textOf(from)})`,
              union(variesOf(from), [id]),
              holdsOf(from.kind === 'list' ? item : from),
            ),
            'each',
            from,
          )
        : item;
    const turn: Value =
      from.kind === 'api' && items !== undefined
        ? {
            ...apiOf(from.client, items, `${from.id}[]`),
            varies: union(variesOf(from), [id]),
            shared: true,
          }
        : pair
          ? list([unknown(`key(${textOf(from)})`, union(variesOf(from), [id])), single], false)
          : single;
    // A generator that makes its producers makes another one for each turn.
    const made = turn.kind === 'api' && turn.fresh === true ? it.created(s, turn, node) : s;
    const begun = item.kind === 'api' && item.varies?.includes(id) === true ? another(made, item.id) : made;
    const arrived =
      node.type === T.ForOfStatement && node.await ? awaited(it, begun, turn) : [valued(begun, turn)];
    const target =
      node.type === T.ForOfStatement || node.type === T.ForInStatement
        ? node.left.type === T.VariableDeclaration
          ? node.left.declarations[0].id
          : node.left
        : undefined;
    for (const got of arrived) {
      const bound = got.how === 'value' && target ? bind(it, target, got.value, got.state) : [got];
      for (const b of bound) {
        if (b.how === 'value') run(b.state);
        else outcomes.push(b);
      }
    }
  };
  /** Goes through a list whose items are known, one after the other. */
  const through = (start: State, items: readonly Value[], from: Value): void => {
    let states: State[] = [start];
    for (const item of items) {
      const next: State[] = [];
      for (const s of states) {
        each(s, item, from, (b) => {
          for (const outcome of statement(it, node.body, b)) {
            const mine = outcome.label === undefined || outcome.label === label;
            if (outcome.how === 'value' || (outcome.how === 'continue' && mine))
              next.push(turned(outcome.state));
            else if (outcome.how === 'break' && mine) outcomes.push(valued(outcome.state, undefinedValue));
            else outcomes.push(outcome);
          }
        });
      }
      states = [...distinct(next)];
    }
    outcomes.push(...states.map((s) => valued(s, undefinedValue)));
  };
  it.turns.push(id);
  it.loops.push(node);
  const { memo } = it;
  it.memo = { frames: it.frames.length, handlers: it.handling.length, done: new Map() };
  try {
    if (node.type === T.ForStatement) {
      const start = node.init
        ? node.init.type === T.VariableDeclaration
          ? statement(it, node.init, state)
          : evaluate(it, node.init, state)
        : [valued(state, undefinedValue)];
      for (const o of start) {
        if (o.how === 'value') enter(o.state, undefined);
        else outcomes.push(o);
      }
    } else if (node.type === T.ForOfStatement || node.type === T.ForInStatement) {
      // A generator that fails fails the loop.
      const given = chain(evaluate(it, node.right, state), (s, value) =>
        value.kind === 'promise' ? awaited(it, s, value) : [valued(s, value)],
      );
      for (const o of given) {
        const known =
          node.type === T.ForOfStatement && o.value.kind === 'list' && !isEndless(o.value)
            ? o.value.items
            : [];
        if (isEndless(o.value)) it.unbounded.add(node);
        if (o.how === 'value' && known.length > 0 && known.length <= 8)
          through(o.state, severalOf(o.value, known, id), o.value);
        else if (o.how === 'value')
          enter(o.state, node.type === T.ForInStatement ? unknown(`keys(${textOf(o.value)})`) : o.value);
        else outcomes.push(o);
      }
    } else enter(state, undefined);
  } finally {
    it.turns.pop();
    it.loops.pop();
    it.memo = memo;
  }
  if (outcomes.every((o) => o.how === 'throw')) {
    // An endless loop is never left: what its turns have lost is lost.
    for (const s of seen.values()) swallowed(it, s, state);
  }
  return merged(outcomes);
}

const isEndless = (from: Value): boolean => from.kind === 'list' && from.endless === true;

/** The most items of a list that are gone through twice where each stands for any number. */
const MOST_TWICE = 2;

/** The items that a loop goes through. Where few are known that stand for any number, there is another one like each. */
const severalOf = (from: Value, known: readonly Value[], loop: string): readonly Value[] => {
  if (from.kind !== 'list' || !from.many || known.length > MOST_TWICE) return known;
  const varying = known.map((item) => varyingWith(item, loop));
  return [...varying, ...varying];
};

/** A state in which everybody has been told of what those who went another way have been told of. */
function toldBy(state: State, others: readonly Outcome[]): State {
  const told = others.flatMap((o) =>
    o.how === 'value' ? o.state.factsOf('error').flatMap(([id, fact]) => (fact.surfaced ? [id] : [])) : [],
  );
  return surfaced(state, [...new Set(told)]);
}
