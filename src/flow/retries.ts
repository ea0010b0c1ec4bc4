import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import {
  debtOf,
  errorsIn,
  holdsOf,
  literal,
  native,
  object,
  promise,
  undefinedValue,
  union,
  unknown,
  type FunctionValue,
  type NativeValue,
  type PromiseValue,
  type Value,
} from '../model/value.js';
import { dispatch } from './calls.js';
import { branch } from './conditions.js';
import { callFunction } from './functions.js';
import { failedAfterCommit, received } from './handlers.js';
import type { Interpreter } from './interpreter.js';
import { awaited } from './promises.js';
import { advanced } from './turns.js';
import { escape } from './unseen-calls.js';
import { isInstance, splitBy } from './errors.js';
import { chain, merged, thrown, valued, type Outcome } from './outcome.js';
import type { State } from './state.js';

type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

/** What a helper does with the error of an attempt: the states in which it tries again, and the ways in which it gives up. */
interface Decision {
  readonly again: readonly State[];
  readonly stop: readonly Outcome[];
}

/** In how many states that differ another attempt is followed; beyond that, of each error one is. */
const MOST_STATES = 40;

/** Repeats an attempt as a retry helper does, to a fixpoint. Gives the helper's promise on every way. */
function repeat(
  it: Interpreter,
  state: State,
  node: CallNode,
  bounded: boolean,
  attempt: (state: State) => readonly Outcome[],
  decide: (state: State, error: Value) => Decision,
): readonly Outcome[] {
  const id = it.idOf(node);
  it.helpers.add(node);
  if (!bounded) it.unbounded.add(node);
  const seen = new Map<string, State>();
  const queue: State[] = [];
  const outcomes: Outcome[] = [];
  const met = new Set<string>();
  const arrive = (s: State): void => {
    const known = seen.get(s.key);
    const next = known ? known.joinedWith(s) : s;
    if (next === known) return;
    const errors = s.factsOf('error').map(([error]) => error);
    if (seen.size > MOST_STATES && errors.every((error) => met.has(error))) {
      it.leftOut = true;
      return;
    }
    for (const error of errors) met.add(error);
    seen.set(s.key, next);
    queue.push(next);
  };
  it.turns.push(id);
  // What an attempt throws is handled: by the helper.
  it.attempts.push(it.handling.length);
  try {
    arrive(state);
    for (let s = queue.shift(); s; s = queue.shift()) {
      for (const outcome of attempt(s)) {
        if (outcome.how !== 'throw') {
          outcomes.push(outcome);
          continue;
        }
        const { again, stop } = decide(outcome.state, outcome.value);
        for (const next of again) {
          const isOwn = errorsIn(outcome.value).length === 0;
          arrive(advanced(it, isOwn ? failedAfterCommit(next) : next, id, node));
          if (bounded) outcomes.push(thrown(next, outcome.value));
        }
        outcomes.push(...stop);
      }
    }
  } finally {
    it.attempts.pop();
    it.turns.pop();
  }
  return merged(
    outcomes.map((o) =>
      valued(o.state, o.how === 'throw' ? promise(false, o.value) : promise(true, o.value)),
    ),
  );
}

const always = (state: State): Decision => ({ again: [state], stop: [] });

/** Whether a native is one of the retry helpers. */
export const isRetryHelper = (name: string): boolean => name.startsWith('retry:');

const option = (options: Value | undefined, name: string): Value | undefined =>
  options?.kind === 'object' ? options.fields.get(name) : undefined;

const isEndless = (value: Value | undefined): boolean =>
  (value?.kind === 'unknown' && /Infinity|MAX_SAFE_INTEGER|MAX_VALUE|INFINITELY/.test(value.text)) ||
  (value?.kind === 'literal' &&
    (value.value === Infinity || value.value === true || value.value === 'INFINITELY'));

/** Asks a predicate of the options whether to go on: true, false, or both ways. */
function asks(
  it: Interpreter,
  state: State,
  predicate: Value | undefined,
  args: readonly Value[],
  error: Value,
  node: CallNode,
): Decision {
  if (predicate?.kind !== 'function') {
    if (predicate === undefined || predicate.kind === 'nil') return always(state);
    // A predicate out of view judges the error.
    const judged = holdsOf(error).reduce((s, h) => {
      const fact = h.startsWith('e:') ? s.fact('error', h.slice(2)) : undefined;
      return fact ? s.withFact(h.slice(2), { ...fact, judged: true }) : s;
    }, state);
    return { again: [judged], stop: [thrown(judged, error)] };
  }
  const again: State[] = [];
  const stop: Outcome[] = [];
  const answers = chain(callFunction(it, state, predicate, args, node), (s, v) => awaited(it, s, v));
  for (const answer of answers) {
    if (answer.how === 'throw') {
      stop.push(answer);
      continue;
    }
    const { yes, no } = branch(it, answer.state, answer.value, undefined);
    if (yes) again.push(yes);
    if (no) stop.push(thrown(no, error));
  }
  return { again, stop };
}

/** Tells an observer of the options of an error; what it throws ends the retries. */
function tells(
  it: Interpreter,
  decision: Decision,
  observer: Value | undefined,
  args: readonly Value[],
  node: CallNode,
): Decision {
  if (observer?.kind !== 'function') return decision;
  const again: State[] = [];
  const stop: Outcome[] = [...decision.stop];
  for (const state of decision.again) {
    for (const o of chain(callFunction(it, state, observer, args, node), (s, v) => awaited(it, s, v))) {
      if (o.how === 'throw') stop.push(unwrappedAbort(o));
      else again.push(o.state);
    }
  }
  return { again, stop };
}

const unwrappedAbort = (outcome: Outcome): Outcome =>
  outcome.value.kind === 'native' && outcome.value.name === 'AbortError'
    ? { ...outcome, value: outcome.value.args[0] ?? outcome.value }
    : outcome;

/** p-retry hands its hooks the error itself or, since version 7, a context that has it. */
function contextFor(it: Interpreter, hook: Value | undefined, error: Value): Value {
  if (hook?.kind !== 'function') return error;
  const [parameter] = hook.node.params;
  const text = it.sourceCode.getText(hook.node);
  const takesContext =
    parameter?.type === T.ObjectPattern ||
    (parameter?.type === T.Identifier && text.includes(`${parameter.name}.error`));
  return takesContext ? object('context', new Map([['error', error]]), true) : error;
}

const awaitedCall = (
  it: Interpreter,
  state: State,
  fn: Value,
  args: readonly Value[],
  node: CallNode,
): readonly Outcome[] => chain(dispatch(it, state, fn, args, node, undefined), (s, v) => awaited(it, s, v));

/** Calls a retry helper of a library. */
export function retryHelper(
  it: Interpreter,
  state: State,
  name: string,
  args: readonly Value[],
  node: CallNode,
): readonly Outcome[] {
  const [first, second] = args;
  const reversed = name === 'retry:promise-retry' && first?.kind === 'object';
  const fn = reversed ? second : first;
  const options = reversed ? first : second;
  if (!fn || (fn.kind !== 'function' && fn.kind !== 'member')) {
    return [
      valued(
        args.reduce<State>((s, a) => escape(it, s, a), state),
        promise(true, unknown(`retried@${it.idOf(node)}`)),
      ),
    ];
  }
  const id = it.idOf(node);
  const retries =
    option(options, 'retries') ?? option(options, 'numOfAttempts') ?? option(options, 'maxAttempts');
  const bounded = !isEndless(retries) && !isEndless(option(options, 'forever'));
  switch (name) {
    case 'retry:p-retry': {
      const failed = option(options, 'onFailedAttempt');
      const should = option(options, 'shouldRetry');
      return repeat(
        it,
        state,
        node,
        bounded,
        (s) => awaitedCall(it, s, fn, [unknown(`attempt@${id}`)], node),
        (s, error) => {
          if (error.kind === 'native' && error.name === 'AbortError')
            return { again: [], stop: [thrown(s, error.args[0] ?? error)] };
          const told = tells(it, always(s), failed, [contextFor(it, failed, error)], node);
          const parts = told.again.map((t) =>
            asks(it, t, should, [contextFor(it, should, error)], error, node),
          );
          return {
            again: parts.flatMap((p) => p.again),
            stop: [...told.stop, ...parts.flatMap((p) => p.stop)],
          };
        },
      );
    }
    case 'retry:async-retry': {
      const cell = `bail.${id}`;
      const bail = native('bail', [literal(id)]);
      const onRetry = option(options, 'onRetry');
      return repeat(
        it,
        state,
        node,
        bounded,
        (s) =>
          awaitedCall(it, s, fn, [bail, unknown(`attempt@${id}`)], node).map((o) => {
            const bailed = o.state.fact('cell', cell);
            return bailed ? thrown(o.state, native('AbortError', [bailed.value])) : o;
          }),
        (s, error) => {
          if (error.kind === 'native' && error.name === 'AbortError' && s.fact('cell', cell)) {
            return { again: [], stop: [thrown(s.withoutFact('cell', cell), error.args[0] ?? error)] };
          }
          return tells(it, always(s), onRetry, [error], node);
        },
      );
    }
    case 'retry:promise-retry':
      return repeat(
        it,
        state,
        node,
        bounded,
        (s) => awaitedCall(it, s, fn, [native('retry-again', []), unknown(`attempt@${id}`)], node),
        (s, error) =>
          error.kind === 'native' && error.name === 'retry-again'
            ? { again: [s], stop: bounded ? [thrown(s, error.args[0] ?? error)] : [] }
            : { again: [], stop: [thrown(s, error)] },
      ).map((o) =>
        o.value.kind === 'promise' && o.value.value.kind === 'native' && o.value.value.name === 'retry-again'
          ? { ...o, value: promise(false, o.value.value.args[0] ?? undefinedValue) }
          : o,
      );
    case 'retry:exponential-backoff': {
      const ask = option(options, 'retry');
      return repeat(
        it,
        state,
        node,
        bounded,
        (s) => awaitedCall(it, s, fn, [], node),
        (s, error) => asks(it, s, ask, [error, unknown(`attempt@${id}`)], error, node),
      );
    }
    default: {
      const ask = option(options, 'retryIf');
      return repeat(
        it,
        state,
        node,
        bounded,
        (s) => awaitedCall(it, s, fn, [], node),
        (s, error) =>
          error.kind === 'native' && error.name === 'NotRetryableError'
            ? { again: [], stop: [thrown(s, error)] }
            : asks(it, s, ask, [error], error, node),
      );
    }
  }
}

/** Runs a function under a policy. */
export function runPolicy(
  it: Interpreter,
  state: State,
  callee: NativeValue,
  args: readonly Value[],
  node: CallNode,
): readonly Outcome[] {
  const [fn] = args;
  if (!callee.name.endsWith('.execute') || fn?.kind !== 'function') {
    return [
      valued(
        args.reduce<State>((s, a) => escape(it, s, a), state),
        unknown(`${callee.name}@${it.idOf(node)}`),
      ),
    ];
  }
  const [filter, options] = callee.args;
  const bounded = !isEndless(option(options, 'maxAttempts'));
  return repeat(
    it,
    state,
    node,
    bounded,
    (s) => awaitedCall(it, s, fn, [unknown('context')], node),
    (s, error) => matches(it, s, filter, error, node),
  );
}

function matches(
  it: Interpreter,
  state: State,
  filter: Value | undefined,
  error: Value,
  node: CallNode,
): Decision {
  if (filter?.kind !== 'native') return asks(it, state, unknown('filter'), [error], error, node);
  switch (filter.name) {
    case 'cockatiel.handleAll':
      return always(state);
    case 'cockatiel.handleWhen':
      return asks(it, state, filter.args[0], [error], error, node);
    case 'cockatiel.handleType': {
      const [cls, predicate] = filter.args;
      const name = cls?.kind === 'member' && cls.member.is === 'error-class' ? cls.member.name : undefined;
      const source = error.kind === 'error' ? it.sourceOf(error.error) : undefined;
      if (error.kind !== 'error' || !source?.table || name === undefined)
        return asks(it, state, unknown('filter'), [error], error, node);
      const { yes, no } = splitBy(state, source, `is ${String(error.layer)} ${name}`, (v) =>
        isInstance(v, error.layer, name),
      );
      const asked = yes ? asks(it, yes, predicate, [error], error, node) : { again: [], stop: [] };
      return { again: asked.again, stop: [...asked.stop, ...(no ? [thrown(no, error)] : [])] };
    }
    default:
      return asks(it, state, unknown('filter'), [error], error, node);
  }
}

/** Builds, transforms and subscribes to the observables of rxjs, as far as they carry the promises of operations. */
export function observe(
  it: Interpreter,
  state: State,
  callee: NativeValue,
  args: readonly Value[],
  node: CallNode,
): readonly Outcome[] {
  const [first, second] = args;
  switch (callee.name) {
    case 'rxjs.from':
    case 'rxjs.of':
    case 'rxjs.defer':
    case 'rxjs.throwError':
    case 'rxjs.retry':
    case 'rxjs.catchError':
    case 'rxjs.map':
    case 'rxjs.tap':
    case 'rxjs.finalize':
      return [
        valued(
          state,
          native(
            callee.name === 'rxjs.from' || callee.name === 'rxjs.defer' || callee.name === 'rxjs.of'
              ? `rxjs.source:${callee.name.slice(5)}`
              : `rxjs.operator:${callee.name.slice(5)}`,
            args,
          ),
        ),
      ];
    case 'rxjs.valueFrom':
      return first ? subscribed(it, state, first, node) : [];
    default:
  }
  if (callee.name.endsWith('.pipe'))
    return [
      valued(state, native('rxjs.source:piped', [native(callee.name.slice(0, -5), callee.args), ...args])),
    ];
  if (
    callee.name.endsWith('.subscribe') ||
    callee.name.endsWith('.toPromise') ||
    callee.name.endsWith('.forEach')
  ) {
    const source = native(callee.name.replace(/\.\w+$/, ''), callee.args);
    const outcomes = subscribed(it, state, source, node);
    if (callee.name.endsWith('.toPromise')) return outcomes;
    const onError = first?.kind === 'object' ? first.fields.get('error') : second;
    return chain(outcomes, (s, value) => {
      if (value.kind !== 'promise' || value.fulfilled) return [valued(s, unknown('subscription'))];
      if (!onError) return [valued(escape(it, s, value.value), unknown('subscription'))];
      const got = onError.kind === 'function' ? received(it, s, value.value, onError.node) : undefined;
      return (
        got && onError.kind === 'function'
          ? callFunction(it, got.state, onError, [got.value], node, { errors: got.errors })
          : dispatch(it, s, onError, [value.value], node, undefined)
      ).map((o) => valued(o.state, unknown('subscription')));
    });
  }
  return [
    valued(
      args.reduce<State>((s, a) => escape(it, s, a), state),
      unknown(`${callee.name}@${it.idOf(node)}`),
    ),
  ];
}

/** Subscribes to an observable: gives a promise of its last value on every way. */
function subscribed(it: Interpreter, state: State, source: Value, node: CallNode): readonly Outcome[] {
  if (source.kind === 'promise') return [valued(state, source)];
  if (source.kind !== 'native')
    return [valued(escape(it, state, source), promise(true, unknown(`observed@${it.idOf(node)}`)))];
  const [first, ...operators] = source.args;
  switch (source.name) {
    case 'rxjs.source:from':
      if (first?.kind === 'promise') return [valued(state, first)];
      return [valued(state, promise(true, unknown(`each(${first?.key ?? ''})`)))];
    case 'rxjs.source:of':
      return [valued(state, promise(true, first ?? undefinedValue))];
    case 'rxjs.source:defer':
      return first?.kind === 'function'
        ? flattened(it, callFunction(it, state, first, [], node), node)
        : [valued(state, promise(true, unknown('deferred')))];
    case 'rxjs.operator:throwError': {
      if (first?.kind !== 'function') return [valued(state, promise(false, first ?? undefinedValue))];
      return chain(callFunction(it, state, first, [], node), (s, v) => [valued(s, promise(false, v))]);
    }
    case 'rxjs.source:piped': {
      if (!first) return [];
      const stage = (index: number, s: State): readonly Outcome[] => {
        if (index < 0) return subscribed(it, s, first, node);
        const operator = operators[index];
        if (operator?.kind !== 'native') return stage(index - 1, s);
        return applied(it, operator, (again) => stage(index - 1, again), s, node);
      };
      return stage(operators.length - 1, state);
    }
    default:
      return [valued(state, promise(true, unknown(`observed@${it.idOf(node)}`)))];
  }
}

function flattened(it: Interpreter, outcomes: readonly Outcome[], node: CallNode): readonly Outcome[] {
  return merged(
    outcomes.flatMap((o) => {
      if (o.how === 'throw') return [valued(o.state, promise(false, o.value))];
      if (o.value.kind === 'promise') return [o];
      if (o.value.kind === 'native' && o.value.name.startsWith('rxjs.'))
        return subscribed(it, o.state, o.value, node);
      return [valued(o.state, promise(true, o.value))];
    }),
  );
}

/** A notifier of rxjs' retry: an observable that fails ends the retries. */
function notified(
  it: Interpreter,
  state: State,
  delay: FunctionValue,
  error: Value,
  node: CallNode,
): Decision {
  const again: State[] = [];
  const stop: Outcome[] = [];
  for (const o of flattened(it, callFunction(it, state, delay, [error, unknown('attempt')], node), node)) {
    if (o.value.kind === 'promise' && !o.value.fulfilled) stop.push(thrown(o.state, o.value.value));
    else again.push(o.state);
  }
  return { again, stop };
}

/** Whoever waits for what has come of a promise waits for the promise, too. */
const owingToo = (outcome: Outcome, { owes }: PromiseValue): Outcome =>
  outcome.value.kind === 'promise'
    ? {
        ...outcome,
        value: promise(outcome.value.fulfilled, outcome.value.value, union(owes, outcome.value.owes)),
      }
    : outcome;

function applied(
  it: Interpreter,
  operator: NativeValue,
  upstream: (state: State) => readonly Outcome[],
  state: State,
  node: CallNode,
): readonly Outcome[] {
  const [first] = operator.args;
  const fn: FunctionValue | undefined = first?.kind === 'function' ? first : undefined;
  switch (operator.name) {
    case 'rxjs.operator:retry': {
      const bounded =
        first !== undefined && !isEndless(first) && !(first.kind === 'object' && !first.fields.has('count'));
      const delay = option(first, 'delay');
      return repeat(
        it,
        state,
        node,
        bounded,
        (s) => chain(upstream(s), (after, v) => awaited(it, after, v)),
        (s, error) => (delay?.kind === 'function' ? notified(it, s, delay, error, node) : always(s)),
      );
    }
    case 'rxjs.operator:catchError':
      return chain(upstream(state), (s, value) => {
        if (value.kind !== 'promise' || value.fulfilled || !fn) return [valued(s, value)];
        const got = received(it, s, value.value, fn.node);
        // What has failed is no longer pending while its error is handled.
        const mark = it.settling.length;
        it.settling.push(...value.owes.map(debtOf));
        const called = callFunction(it, got.state, fn, [got.value], node, { errors: got.errors });
        const results = flattened(it, called, node).map((o) => owingToo(o, value));
        it.settling.length = mark;
        return results;
      });
    case 'rxjs.operator:map':
    case 'rxjs.operator:tap':
      return chain(upstream(state), (s, value) => {
        if (value.kind !== 'promise' || !value.fulfilled || !fn) return [valued(s, value)];
        const results = flattened(it, callFunction(it, s, fn, [value.value], node), node);
        return operator.name.endsWith('tap')
          ? results.map((o) => (o.value.kind === 'promise' && o.value.fulfilled ? { ...o, value } : o))
          : results.map((o) => owingToo(o, value));
      });
    default:
      return upstream(state);
  }
}
