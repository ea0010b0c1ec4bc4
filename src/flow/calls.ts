import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { foreignOperationOf } from '../clients/index.js';
import { isNamed } from '../model/settings.js';
import { enclosingClass, memberName, unwrapped } from '../model/syntax.js';
import {
  type FunctionValue,
  type Value,
  errorsIn,
  func,
  literal,
  native,
  promise,
  textOf,
  skippedValue,
  undefinedValue,
  union,
  unknown,
} from '../model/value.js';
import { callMember } from './client-calls.js';
import { settlement } from './construction.js';
import { evaluate, evaluateAll } from './expressions.js';
import { callFunction } from './functions.js';
import { received } from './handlers.js';
import type { Interpreter } from './interpreter.js';
import { lostRejection } from './leaving.js';
import { member } from './members.js';
import { callNative } from './native-calls.js';
import { type Outcome, chain, merged, thrown, valued } from './outcome.js';
import type { State } from './state.js';
import { dropped } from './statements.js';
import { escape, givenLists, opaque } from './unseen-calls.js';

/** The names a callee is spelled with: `this.logger.error` is `['this', 'logger', 'error']`. */
export function spelledPath(node: TSESTree.Node): string[] {
  const at = unwrapped(node);
  switch (at.type) {
    case T.Identifier:
      return [at.name];
    case T.ThisExpression:
      return ['this'];
    case T.MemberExpression:
      return [...spelledPath(at.object), memberName(at) ?? '?'];
    case T.CallExpression:
      return [...spelledPath(at.callee)];
    default:
      return ['?'];
  }
}

/** The method of a base class in the file that `super.name` is. */
function inheritedMethod(it: Interpreter, callee: TSESTree.MemberExpression): FunctionValue | undefined {
  const cls = enclosingClass(callee);
  const base = cls && it.origins.baseOf(cls);
  const name = memberName(callee);
  if (base?.kind !== 'class' || base.node === cls || name === undefined) return undefined;
  const method = it.origins.methodOf(base.node, name);
  const { self } = it.frame;
  return method && !method.getter && self ? func(method.node, it.idOf(method.node), { self }) : undefined;
}

/** Evaluates a call. */
export function call(it: Interpreter, node: TSESTree.CallExpression, state: State): readonly Outcome[] {
  const callee = unwrapped(node.callee);
  if (callee.type === T.Super) {
    return evaluateAll(it, node.arguments, state, (s, args) => [
      valued(
        args.reduce<State>((at, a) => escape(it, at, a), s),
        undefinedValue,
      ),
    ]);
  }
  if (callee.type === T.MemberExpression && callee.object.type === T.Super) {
    const method = inheritedMethod(it, callee);
    if (method)
      return evaluateAll(it, node.arguments, state, (s, args) =>
        dispatch(it, s, method, args, node, undefined),
      );
  }
  if (callee.type === T.MemberExpression) {
    return chain(evaluate(it, callee.object, state), (s, owner) => {
      if (owner === skippedValue || (owner.kind === 'nil' && callee.optional))
        return [valued(s, skippedValue)];
      const name = memberName(callee);
      const found =
        name === undefined
          ? chain(evaluate(it, callee.property, s), (after, key) =>
              key.kind === 'literal'
                ? member(it, after, owner, String(key.value), callee)
                : [valued(after, unknown(`${textOf(owner)}[]`))],
            )
          : member(it, s, owner, name, callee);
      return chain(found, (after, value) => {
        if (value.kind === 'nil' && value.missing === undefined && node.optional)
          return [valued(after, skippedValue)];
        return evaluateAll(it, node.arguments, after, (end, args) =>
          dispatch(it, end, value, args, node, owner),
        );
      });
    });
  }
  return chain(evaluate(it, callee, state), (s, value) => {
    if (value === skippedValue || (value.kind === 'nil' && node.optional)) return [valued(s, skippedValue)];
    return evaluateAll(it, node.arguments, s, (end, args) => dispatch(it, end, value, args, node, undefined));
  });
}

/** Calls a value. */
export function dispatch(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  if (it.settings.surface.length > 0 && isNamed(spelledPath(node.callee), it.settings.surface)) {
    const told = [...it.handling.flatMap((h) => h.errors), ...args.flatMap((a) => errorsIn(a))];
    return dispatchAfter(it, it.tell(state, told, 'hands-on', node), callee, args, node, owner);
  }
  return dispatchAfter(it, state, callee, args, node, owner);
}

function dispatchAfter(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  switch (callee.kind) {
    case 'function':
      return callOwn(it, givenLists(it, state, args, node), callee, args, node, owner);
    case 'member':
      return callMember(it, state, callee, args, node);
    case 'native':
      return callNative(it, state, callee, args, node, owner);
    case 'nil':
      if (callee.absent === 'among others') return [];
      if (callee.absent === 'alone') return opaque(it, state, unknown('found'), args, node, undefined);
      return [thrown(state, unknown('TypeError'))];
    default: {
      if (owner?.kind !== 'api') return opaque(it, state, callee, args, node, owner);
      const called = unwrapped(node.callee);
      const name = called.type === T.MemberExpression ? memberName(called) : undefined;
      const operation = name === undefined ? undefined : foreignOperationOf(owner.client, owner.type, name);
      if (name === undefined || operation === undefined) return opaque(it, state, callee, args, node, owner);
      it.seen.strays.set(node, { node, owner, name, operation });
      // What follows from a call that the client does not have is said of the call itself.
      return opaque(it, escape(it, state, owner), callee, args, node, owner);
    }
  }
}

/** Calls a function of the file; a promise it gives owes what was done to transactions that were open before. */
export function callOwn(
  it: Interpreter,
  state: State,
  callee: FunctionValue,
  args: readonly Value[],
  node: TSESTree.Node,
  owner: Value | undefined,
  handled?: { readonly errors: readonly string[] },
): readonly Outcome[] {
  if (callee.promisified) {
    const id = it.idOf(node);
    const settle = native('settle', [literal(id)]);
    const plain = { ...callee, promisified: false };
    const outcomes = executed(it, id, () =>
      callFunction(it, state, plain, [...args, settle], node, undefined, owner),
    );
    return merged(
      outcomes.map((o) =>
        o.how === 'value' ? valued(o.state.withoutFact('cell', `settle.${id}`), settlement(o.state, id)) : o,
      ),
    );
  }
  const mark = markOf(it);
  const outcomes = callFunction(it, state, callee, args, node, handled, owner);
  return callee.node.async ? owing(it, state, mark, outcomes, node) : outcomes;
}

/**
 * Calls a function as code out of view does, of which nothing is known. What that tells it may be an error, and whatever the function
 * then does is done because of it.
 */
export function calledBack(
  it: Interpreter,
  state: State,
  fn: FunctionValue,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const args = fn.node.params.map((_, i) => unknown(`argument(${it.idOf(fn.node)}.${i})`));
  const [first] = args;
  if (!first) return callOwn(it, state, fn, args, node, undefined);
  const { state: start, errors } = received(it, state, first, fn.node);
  return callOwn(it, start, fn, args, node, undefined, { errors });
}

/** How much had been done when a call began. */
interface Mark {
  readonly touched: number;
  readonly begun: number;
}

export const markOf = (it: Interpreter): Mark => ({ touched: it.touched.length, begun: it.begun.length });

/** The promises of a call in which transactions that it did not begin were worked on: somebody must wait for them. */
export function owing(
  it: Interpreter,
  before: State,
  mark: Mark,
  outcomes: readonly Outcome[],
  node: TSESTree.Node,
): readonly Outcome[] {
  const touched = [...new Set(it.touched.slice(mark.touched))];
  const begun = new Set(it.begun.slice(mark.begun).map((b) => b.transaction));
  const outstanding = touched.find(
    (id) => !begun.has(id) && before.fact('transaction', id)?.state !== 'ended',
  );
  if (outstanding === undefined) return outcomes;
  const id = `call:${it.idOf(node)}`;
  return outcomes.map((o) => {
    if (o.how !== 'value' || o.value.kind !== 'promise') return o;
    const operation = it.touchedBy[it.touched.indexOf(outstanding, mark.touched)] ?? 'send';
    const state = o.state.withFact(id, { is: 'debt', at: node, operation, transaction: outstanding });
    return { ...o, state, value: promise(o.value.fulfilled, o.value.value, union(o.value.owes, [id])) };
  });
}

/** Executes what makes a promise: what is settled meanwhile is settled in view. */
export function executed<Result>(it: Interpreter, id: string, execute: () => Result): Result {
  it.executing.push(id);
  try {
    return execute();
  } finally {
    it.executing.pop();
  }
}

export const isCallable = (value: Value | undefined): value is Value =>
  value?.kind === 'function' ||
  (value?.kind === 'native' &&
    /^(settle|resolve|reject|console\.|bail|retry-again|function\.)/.test(value.name)) ||
  value?.kind === 'member';

/** Calls an error-first callback, or any function whose result nobody takes. */
export function callback(
  it: Interpreter,
  state: State,
  fn: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const [first] = args;
  if (fn.kind === 'function') {
    let start = state;
    let handled: { errors: readonly string[]; ignored: boolean } = { errors: [], ignored: true };
    if (first?.kind === 'error') {
      const got = received(it, state, first, fn.node);
      start = got.state;
      handled = { errors: got.errors, ignored: true };
    }
    // What a callback throws reaches nobody but the process, which ends.
    return merged(
      callFunction(it, start, fn, args, node, handled).flatMap((o) => {
        if (o.how === 'value') return [valued(dropped(it, o.state, o.value, fn.node), undefinedValue)];
        it.courses?.told(it, o.state, errorsIn(o.value), 'exits', fn.node);
        return [];
      }),
    );
  }
  if (fn.kind === 'native') {
    return dispatch(it, state, fn, args, node, undefined).map((o) =>
      o.how === 'value' ? { ...o, value: undefinedValue } : o,
    );
  }
  let next = state;
  for (const arg of args) next = escape(it, next, arg);
  return [valued(next, undefinedValue)];
}

/** What a function gives to somebody who takes nothing: a promise that is rejected is lost. */
export function taken(
  it: Interpreter,
  state: State,
  value: Value,
  fn: TSESTree.Node,
  node: TSESTree.Node,
): State {
  lostRejection(it, state, value, node);
  return dropped(it, state, value, fn);
}
