import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { walkOwn } from '../model/origins.js';
import { isNamed } from '../model/settings.js';
import { isRecorder } from '../model/sinks.js';
import {
  type PromiseValue,
  type Value,
  continued,
  debtOf,
  holdsOf,
  list,
  literal,
  object,
  promise,
  textOf,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { dispatch, spelledPath } from './calls.js';
import { callFunction } from './functions.js';
import { received } from './handlers.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, chain, merged, thrown, valued } from './outcome.js';
import type { State } from './state.js';
import { escape, feedsRecorder } from './unseen-calls.js';

/** What has become of a promise by now whose `resolve` and `reject` the program keeps; any other value is itself. */
export function settledByHand(state: State, value: Value): Value {
  if (value.kind !== 'native' || value.name !== 'deferred') return value;
  const [id] = value.args;
  const cell = state.fact('cell', `settle.${id?.kind === 'literal' ? String(id.value) : ''}`);
  return cell?.value ?? promise(true, unknown(value.key));
}

/** Waits for a value. */
export function awaited(it: Interpreter, state: State, given: Value): readonly Outcome[] {
  const value = settledByHand(state, given);
  if (value.kind !== 'promise') {
    return [valued(value.kind === 'unknown' ? settled(state, value.holds) : state, value)];
  }
  let next = state;
  for (const id of value.owes) next = next.withoutFact('debt', debtOf(id));
  if (!value.fulfilled) return [thrown(next, value.value)];
  return value.value.kind === 'promise' ? awaited(it, next, value.value) : [valued(next, value.value)];
}

/** Marks errors as having reached someone. */
export function surfaced(state: State, errors: readonly string[]): State {
  let next = state;
  for (const id of errors) {
    const fact = next.fact('error', id);
    if (fact && (!fact.surfaced || fact.unheard))
      next = next.withFact(id, { ...fact, surfaced: true, unheard: false });
  }
  return next;
}

/** Marks open transactions as those that somebody may still end. */
export function heldOpen(state: State): State {
  let next = state;
  for (const [id, fact] of state.factsOf('transaction'))
    if (!fact.held) next = next.withFact(id, { ...fact, held: true });
  return next;
}

/** Marks promises as waited for. */
export function settled(state: State, holds: readonly string[]): State {
  let next = state;
  for (const hold of holds) if (hold.startsWith('p:')) next = next.withoutFact('debt', debtOf(hold.slice(2)));
  return next;
}

/** The items of a list, with what promises made by hand among them have become. */
export const settledItems = (state: State, value: Value | undefined): Value | undefined =>
  value?.kind === 'list' && value.items.some(({ kind }) => kind === 'native')
    ? list(
        value.items.map((item) => settledByHand(state, item)),
        value.many,
        value.varies,
      )
    : value;

/** `Promise.all` and the like: rejected as soon as one is. */
export function together(value: Value | undefined): Value {
  if (value?.kind !== 'list')
    return promise(
      true,
      value ? unknown(`all(${textOf(value)})`, variesOf(value), holdsOf(value)) : unknown('all'),
    );
  let owes: readonly string[] = [];
  for (const item of value.items) if (item.kind === 'promise') owes = union(owes, item.owes);
  const failed = value.items.find((item): item is PromiseValue => item.kind === 'promise' && !item.fulfilled);
  if (failed) return promise(false, failed.value, owes);
  return promise(
    true,
    list(
      value.items.map((item) => (item.kind === 'promise' ? item.value : item)),
      value.many,
    ),
    owes,
  );
}

export function allSettled(
  it: Interpreter,
  state: State,
  value: Value | undefined,
  node: TSESTree.Node,
): Outcome {
  if (value?.kind !== 'list') return valued(state, together(value));
  let owes: readonly string[] = [];
  let next = state;
  const items = value.items.map((item) => {
    if (item.kind !== 'promise')
      return object(
        'settled',
        new Map([
          ['status', literal('fulfilled')],
          ['value', item],
        ]),
        false,
      );
    owes = union(owes, item.owes);
    if (item.fulfilled)
      return object(
        'settled',
        new Map<string, Value>([
          ['status', literal('fulfilled')],
          ['value', item.value],
        ]),
        false,
      );
    if (item.value.kind === 'error') {
      const fact = next.fact('error', item.value.error);
      if (fact) next = next.withFact(item.value.error, { ...fact, handler: node });
      it.settledBy.set(item.value.error, node);
    }
    return object(
      'settled',
      new Map<string, Value>([
        ['status', literal('rejected')],
        ['reason', item.value],
      ]),
      false,
    );
  });
  return valued(next, promise(true, list(items, value.many), owes));
}

/** Calls a handler of a promise with what it gets, and gives the promise of the chain. */
function handle(
  it: Interpreter,
  state: State,
  handler: Value,
  got: Value,
  owes: readonly string[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  rejected: boolean,
): readonly Outcome[] {
  let start = state;
  let errors: readonly string[] = [];
  let value = got;
  if (rejected) {
    const at = handler.kind === 'function' ? handler.node : (node.arguments.at(-1) ?? node);
    const r = received(it, state, got, at);
    start = r.state;
    errors = r.errors;
    value = r.value;
    const named = node.arguments.at(-1);
    if (named && isNamed(spelledPath(named), it.settings.surface))
      start = it.tell(start, errors, 'hands-on', named);
  }
  const mark = it.settling.length;
  const unseen = it.unseenCalls;
  it.settling.push(...owes.map(debtOf));
  const outcomes =
    handler.kind === 'function'
      ? callFunction(it, start, handler, [value], node, rejected ? { errors } : undefined)
      : handler.kind === 'native' || handler.kind === 'member'
        ? dispatch(it, start, handler, [value], node, undefined)
        : ((): readonly Outcome[] => {
            const argument = node.arguments[rejected ? node.arguments.length - 1 : 0];
            return [
              valued(
                argument && isRecorder(spelledPath(argument), it.settings) ? start : escape(it, start, value),
                unknown(`handled@${it.idOf(node)}`),
              ),
            ];
          })();
  it.settling.length = mark;
  // Whoever has the promise that the handler settles waits, and so does whoever a handler tells that it is done.
  const tells = it.unseenCalls > unseen || isGivenAway(it, handler, node, rejected);
  if (tells || (handler.kind === 'native' && /^(resolve|reject|settle)$/.test(handler.name))) {
    return outcomes
      .map((o) => ({
        ...o,
        state: owes.reduce((s, owed) => s.withoutFact('debt', debtOf(owed)), o.state),
        value:
          o.how === 'throw'
            ? promise(false, o.value)
            : o.value.kind === 'promise'
              ? o.value
              : promise(true, o.value),
      }))
      .map((o) => ({ ...o, how: 'value' as const }));
  }
  const heard = rejected && tellsSomebody(it, handler, node);
  return outcomes.map((outcome) => {
    const o = heard ? { ...outcome, state: endingHeard(outcome.state, owes) } : outcome;
    if (o.how === 'throw') return valued(o.state, promise(false, o.value, owes));
    if (o.value.kind === 'promise')
      return { ...o, value: promise(o.value.fulfilled, o.value.value, union(owes, o.value.owes)) };
    return { ...o, value: promise(true, o.value, owes) };
  });
}

/** Whoever is told of a failure needs nobody to wait for the chain that goes on to the end. */
const endingHeard = (state: State, owes: readonly string[]): State =>
  owes.filter((o) => isEnding(state, debtOf(o))).reduce((s, o) => s.withoutFact('debt', debtOf(o)), state);

const isEnding = (state: State, debt: string): boolean => {
  const fact = state.fact('debt', debt);
  if (fact?.operation !== 'begin') return fact?.operation === 'commit' || fact?.operation === 'abort';
  const transaction = state.fact('transaction', fact.transaction)?.state;
  return transaction !== 'open' && transaction !== 'must-abort';
};

/** Whether a rejection handler does more with the error than write it down, as its text shows. */
function tellsSomebody(
  it: Interpreter,
  handler: Value,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): boolean {
  if (handler.kind !== 'function') return isGivenAway(it, handler, node, true) || handler.kind === 'native';
  let tells = false;
  walkOwn(handler.node.body, it.sourceCode.visitorKeys, (inner) => {
    if (inner.type === T.ThrowStatement || inner.type === T.AssignmentExpression) tells = true;
    if (
      inner.type === T.CallExpression &&
      !isRecorder(spelledPath(inner.callee), it.settings) &&
      !feedsRecorder(it, inner)
    )
      tells = true;
  });
  return tells;
}

/** A handler out of view that is no logger: what it gets is its matter. */
function isGivenAway(
  it: Interpreter,
  handler: Value,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  rejected: boolean,
): boolean {
  if (handler.kind !== 'unknown') return false;
  const argument = node.arguments[rejected ? node.arguments.length - 1 : 0];
  return argument !== undefined && !isRecorder(spelledPath(argument), it.settings);
}

export function callPromise(
  it: Interpreter,
  state: State,
  own: PromiseValue,
  name: string,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const [first, second] = args;
  const inner =
    own.value.kind === 'promise' && own.fulfilled
      ? promise(own.value.fulfilled, own.value.value, union(own.owes, own.value.owes))
      : own;
  switch (name) {
    case 'then':
      if (inner.fulfilled) {
        return first && first.kind !== 'nil'
          ? merged(handle(it, state, first, inner.value, continued(inner.owes), node, false))
          : [valued(state, inner)];
      }
      return second && second.kind !== 'nil'
        ? merged(handle(it, state, second, inner.value, continued(inner.owes), node, true))
        : [valued(state, inner)];
    case 'catch':
      if (!first || first.kind === 'nil') return [valued(state, inner)];
      if (inner.fulfilled) {
        return [valued(tellsSomebody(it, first, node) ? endingHeard(state, inner.owes) : state, inner)];
      }
      return merged(handle(it, state, first, inner.value, inner.owes, node, true));
    case 'finally': {
      if (first?.kind !== 'function') return [valued(state, inner)];
      const { settlements } = it;
      return merged(
        chain(callFunction(it, state, first, [], node), (after, value) => {
          // Whoever has the promise that the callback settles waits.
          const s =
            it.settlements > settlements
              ? inner.owes.reduce((at, owed) => at.withoutFact('debt', debtOf(owed)), after)
              : after;
          return awaited(it, s, value).map((o) => (o.how === 'throw' ? o : { ...o, value: inner }));
        }).map((o) => (o.how === 'throw' ? valued(o.state, promise(false, o.value, inner.owes)) : o)),
      );
    }
    default:
      // An unknown method of a promise gives one that is rejected when the promise is.
      return [
        valued(
          state,
          inner.fulfilled || /^(rejects|resolves|to[A-Z])/.test(name) ? unknown(`promise.${name}`) : inner,
        ),
      ];
  }
}
