import type { TSESTree } from '@typescript-eslint/utils';
import { apiOf } from '../model/api.js';
import { constructorOf } from '../model/syntax.js';
import {
  type FunctionValue,
  type ListValue,
  type Value,
  errorsIn,
  holdsOf,
  instance,
  list,
  literal,
  mapOf,
  native,
  promise,
  textOf,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { WRAPPER_CLASS } from '../model/wrapper-modules.js';
import { executed, markOf, owing, spelledPath } from './calls.js';
import { evaluate, evaluateAll } from './expressions.js';
import { callFunction } from './functions.js';
import { initialised } from './instances.js';
import type { Interpreter } from './interpreter.js';
import { closure } from './names.js';
import { type Outcome, chain, merged, valued } from './outcome.js';
import { contains } from './sites.js';
import type { State } from './state.js';
import { escape } from './unseen-calls.js';

/** The list whose items stand for those of a value of which only that is known. */
function itemsOf(it: Interpreter, value: Value): ListValue | undefined {
  const derivation = it.seen.derivationOf(value);
  const [items] = derivation?.by === 'items' ? derivation.from : [];
  return items?.kind === 'list' ? { ...items, many: true } : undefined;
}

/** Whether an executor has left it to others to settle its promise: its functions are in variables or fields, or in functions there. */
function isKept(settlers: readonly Value[], state: State, id: string): boolean {
  if (state.fact('cell', `settle.${id}`)) return false;
  const keys = settlers.map(({ key }) => key);
  const isIn = (value: Value): boolean =>
    keys.includes(value.key) ||
    (value.kind === 'object' && [...value.fields.values()].some(isIn)) ||
    (value.kind === 'list' && value.items.some(isIn)) ||
    (value.kind === 'function' && ([...value.captured.values()].some(isIn) || value.bound.some(isIn)));
  return (
    state.variables.some(({ value }) => isIn(value)) ||
    state.factsOf('cell').some(([, { value }]) => isIn(value))
  );
}

export const settlement = (state: State, id: string): Value => {
  const cell = state.fact('cell', `settle.${id}`);
  return cell?.value ?? promise(true, unknown(`settled:${id}`));
};

/** Evaluates `new X(...)`. */
export function construct(it: Interpreter, node: TSESTree.NewExpression, state: State): readonly Outcome[] {
  return chain(evaluate(it, node.callee, state), (s, callee) =>
    evaluateAll(it, node.arguments, s, (after, args) => constructed(it, after, callee, args, node)),
  );
}

function constructed(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.NewExpression,
): readonly Outcome[] {
  const id = it.idOf(node);
  switch (callee.kind) {
    case 'member':
      if (callee.member.is === 'class') {
        const made = apiOf(callee.client, callee.member.constructs, id);
        if (callee.member.operation === 'create') it.operations.add(node);
        return [valued(it.created(state, made, node), made)];
      }
      return [valued(state, native('Error', args))];
    case 'class': {
      const base = it.origins.baseOf(callee.node);
      const self = instance(callee.node, `new:${id}`);
      const maker = constructorOf(callee.node);
      if (
        base &&
        ((base.kind === 'native' && base.name !== WRAPPER_CLASS) ||
          (base.kind === 'member' && base.member.is === 'error-class') ||
          isErrorClass(it, base))
      ) {
        if (maker && args.some((a) => errorsIn(a).length > 0))
          asked(it, state, { ...closure(it, maker, state), self }, args, node);
        const name = `new:${it.idOf(callee.node)}`;
        it.errorClasses.set(name, callee.node);
        return [valued(state, native(name, args))];
      }
      if (maker) {
        const fn = { ...closure(it, maker, state), self, key: `ctor:${id}` };
        return callFunction(it, initialised(it, state, callee.node, self), fn, args, node).map((o) =>
          o.how === 'value' ? { ...o, value: self } : o,
        );
      }
      return [
        valued(
          args.reduce<State>((s, a) => escape(it, s, a), initialised(it, state, callee.node, self)),
          self,
        ),
      ];
    }
    case 'native':
      switch (callee.name) {
        case 'Promise': {
          const [executor] = args;
          if (executor?.kind !== 'function') return [valued(state, promise(true, unknown(`promise@${id}`)))];
          const cell = `settle.${id}`;
          const given = [native('resolve', [literal(id)]), native('reject', [literal(id)])];
          const mark = markOf(it);
          const outcomes = executed(it, id, () =>
            callFunction(it, state.withoutFact('cell', cell), executor, given, node),
          ).map((o) => {
            const rest = o.state.withoutFact('cell', cell);
            if (o.how === 'throw') return valued(rest, promise(false, o.value));
            if (isKept(given, o.state, id)) return valued(rest, native('deferred', [literal(id)]));
            const made = settlement(o.state, id);
            return valued(unseenIn(rest, made, node), made);
          });
          return merged(owing(it, state, mark, outcomes, node));
        }
        case 'Set':
        case 'WeakSet':
        case 'Map':
        case 'WeakMap': {
          const [given] = args;
          const from = (given && itemsOf(it, given)) ?? given;
          return [
            valued(
              state,
              from?.kind === 'list'
                ? callee.name.endsWith('Set') || from.entries === true
                  ? from
                  : mapOf(from)
                : from
                  ? { ...list([], true, variesOf(from)), entries: !callee.name.endsWith('Set') }
                  : { ...list([], false), entries: !callee.name.endsWith('Set') },
            ),
          ];
        }
        case WRAPPER_CLASS:
          return [
            valued(
              args.reduce<State>((s, a) => escape(it, s, a), state),
              it.origins.valueOf(node),
            ),
          ];
        case 'class:AbortError':
        case 'class:NotRetryableError':
          return [valued(state, native(callee.name.slice(6), args))];
        case 'Error':
        case 'AggregateError':
          return [valued(state, native(callee.name, args))];
        default:
          return [
            valued(
              state,
              unknown(
                `new ${callee.name}(${args.map(textOf).join()})`,
                args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), []),
                args.reduce<readonly string[]>(
                  (all, a) =>
                    union(
                      all,
                      holdsOf(a).filter((h) => h.startsWith('e:')),
                    ),
                  [],
                ),
              ),
            ),
          ];
      }
    default: {
      let next = state;
      // Whoever keeps a promise hears of its rejection, as `new ResultAsync(promise)` does.
      for (const arg of args)
        if (arg.kind === 'promise' || holdsOf(arg).some((h) => h.startsWith('a:')))
          next = escape(it, next, arg);
      const holds = args.reduce<readonly string[]>(
        (all, a) =>
          union(
            all,
            holdsOf(a).filter((h) => h.startsWith('e:')),
          ),
        [],
      );
      return [
        valued(
          next,
          unknown(
            `new ${spelledPath(node.callee).join('.')}(${args.map(textOf).join()})`,
            args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), []),
            holds,
          ),
        ),
      ];
    }
  }
}

/** A promise that is rejected with an error has only handed it on: nobody has got it before somebody waits for the promise. */
function unseenIn(state: State, made: Value, node: TSESTree.Node): State {
  if (made.kind !== 'promise' || made.fulfilled) return state;
  return errorsIn(made.value).reduce((next, id) => {
    const fact = next.fact('error', id);
    return fact?.handler && contains(node, fact.handler)
      ? next.withFact(id, { ...fact, handler: undefined })
      : next;
  }, state);
}

/** Follows what the constructor of an error asks of the error that it gets. What it keeps of that, the new error has in any case. */
function asked(
  it: Interpreter,
  state: State,
  maker: FunctionValue,
  args: readonly Value[],
  node: TSESTree.NewExpression,
): void {
  const { courses } = it;
  it.courses = undefined;
  try {
    callFunction(it, state, maker, args, node);
  } finally {
    it.courses = courses;
  }
}

function isErrorClass(it: Interpreter, base: Value): boolean {
  if (base.kind !== 'class') return false;
  const next = it.origins.baseOf(base.node);
  return (
    next !== undefined &&
    (next.kind === 'native' ||
      (next.kind === 'member' && next.member.is === 'error-class') ||
      isErrorClass(it, next))
  );
}
