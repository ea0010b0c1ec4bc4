import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { type FunctionNode, isFunction } from '../model/syntax.js';
import {
  type FunctionValue,
  type Value,
  classValue,
  endlessList,
  errorsIn,
  holdsOf,
  instance,
  list,
  promise,
  undefinedValue,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { evaluate } from './expressions.js';
import type { Frame, Interpreter } from './interpreter.js';
import { type Outcome, chain, merged, thrown, valued } from './outcome.js';
import { believed, bind, typed } from './patterns.js';
import { requeued } from './sends.js';
import { contains } from './sites.js';
import type { State } from './state.js';
import { block, told } from './statements.js';
import { advanced } from './turns.js';

const DEEPEST = 26;

/** Calls a function of the file. `handled` are errors it gets as a handler. */
export function callFunction(
  it: Interpreter,
  state: State,
  callee: FunctionValue,
  given: readonly Value[],
  node: TSESTree.Node,
  handled?: { readonly errors: readonly string[]; readonly ignored?: boolean },
  self?: Value,
): readonly Outcome[] {
  const { node: fn } = callee;
  const active = it.frames.filter((f) => f.fn === fn).length;
  const work = workOf(it, [...callee.captured.values(), ...given]);
  // A helper that is given other work is not called again by itself.
  const again = it.frames.filter((f) => f.fn === fn && f.work === work).length;
  if (again >= 2 || it.frames.length > DEEPEST) return [];
  it.step();
  it.entered.add(fn);
  it.enteredNow.add(fn);
  const { bindings } = it.origins;
  const owned = bindings.ownedBy(fn);
  const recursion = again > 0 ? it.idOf(fn) : undefined;
  let args = [...callee.bound, ...given];
  let start = state;
  if (recursion !== undefined) {
    it.recursions.set(node, recursion);
    start = advanced(it, requeued(it, state, given), recursion, node);
  }
  const changing = changingParameters(it, fn);
  if (changing.size > 0) {
    args = args.map((arg, index) =>
      changing.has(index) && (arg.plain || arg.kind === 'literal') && !isEmptyList(arg)
        ? unknown(`turn(${it.idOf(fn)}.${index})`, union(variesOf(arg), [it.idOf(fn)]), holdsOf(arg))
        : arg,
    );
  }
  const saved = start;
  for (const [variable, value] of callee.captured) start = start.set(variable, value);
  start = start.without(owned.filter((v) => active > 0 || !bindings.isCaptured(v) || !bindings.isChanged(v)));
  const handlers = it.handling.length;
  const { calls } = it;
  const yields: Frame['yields'] = fn.generator ? { values: [], waiting: [] } : undefined;
  it.frames.push({
    fn,
    call: node,
    self: callee.self ?? self,
    handlers,
    ignored: handled?.ignored ?? false,
    yields,
    work,
  });
  if (handled) it.handling.push({ errors: handled.errors, node: fn });
  if (recursion !== undefined) it.turns.push(recursion);
  let outcomes: readonly Outcome[];
  try {
    let bound: readonly Outcome[] = [valued(start, undefinedValue)];
    for (const [index, parameter] of fn.params.entries()) {
      const value =
        parameter.type === T.RestElement ? list(args.slice(index), false) : (args[index] ?? undefinedValue);
      bound = chain(bound, (s) => bind(it, parameter, believed(it, parameter, value), s));
    }
    outcomes = merged(
      chain(bound, (s) =>
        fn.body.type === T.BlockStatement
          ? block(it, fn.body.body, s)
          : evaluate(it, fn.body, s).map((o) =>
              o.how === 'value'
                ? { ...o, how: 'return' as const, state: told(it, o.state, o.value, fn.body) }
                : o,
            ),
      ),
    );
  } finally {
    it.frames.pop();
    it.handling.length = handlers;
    if (recursion !== undefined) it.turns.pop();
  }
  // A generator that has no end is left where it waits. What one does with a client between its items is not followed.
  const isEndless =
    yields !== undefined &&
    it.calls === calls &&
    !outcomes.some(({ how }) => how === 'value' || how === 'return');
  if (isEndless) outcomes = [...outcomes, ...yields.waiting.map((at) => valued(at, undefinedValue))];
  const restored = owned.filter((v) => active > 0 || !(bindings.isCaptured(v) && bindings.isChanged(v)));
  const result = outcomes.map((o): Outcome => {
    let after = o.state.restored([...restored, ...callee.captured.keys()], saved);
    if (o.how === 'throw') return fn.async ? valued(after, promise(false, o.value)) : thrown(after, o.value);
    const value = o.how === 'return' ? typed(it, o.value, fn.returnType, fn) : undefinedValue;
    after = handedToCaller(after, fn, node, value);
    if (yields) return valued(after, isEndless ? endlessList(yields.values) : list(yields.values, true));
    if (!fn.async) return valued(after, value);
    return valued(after, value.kind === 'promise' ? value : promise(true, value));
  });
  return merged(result);
}

/** An error that a function has caught and gives back as a value is its caller's from then on: the call is where it arrives. */
function handedToCaller(state: State, fn: FunctionNode, call: TSESTree.Node, value: Value): State {
  if (call === fn || call.type !== T.CallExpression) return state;
  const given = value.kind === 'promise' ? (value.fulfilled ? value.value : undefined) : value;
  if (!given || given.plain) return state;
  return errorsIn(given).reduce((next, id) => {
    const fact = next.fact('error', id);
    return fact?.handler && fact.handler !== fn && contains(fn, fact.handler)
      ? next.withFact(id, { ...fact, handler: call })
      : next;
  }, state);
}

/** The functions that a call gives to a function, by where they stand. */
const workOf = (it: Interpreter, given: readonly Value[]): string =>
  given.flatMap((value) => (value.kind === 'function' ? [it.idOf(value.node)] : [])).join();

/** The parameters of a function that get something else, and not always the same, when it calls itself. */
function changingParameters(it: Interpreter, fn: FunctionNode): ReadonlySet<number> {
  const known = it.changingParameters.get(fn);
  if (known) return known;
  const changing = new Set<number>();
  it.changingParameters.set(fn, changing);
  for (const use of it.origins.selfCallsOf(fn)) {
    for (const [index, parameter] of fn.params.entries()) {
      const argument = use.arguments[index];
      const isSame =
        parameter.type === T.Identifier &&
        argument?.type === T.Identifier &&
        argument.name === parameter.name;
      // A constant, the state of a machine or a flag, is what it is in whichever call.
      const isConstant = argument !== undefined && it.origins.valueOf(argument).kind === 'literal';
      if (!isSame && !isConstant) changing.add(index);
    }
  }
  return changing;
}

/** The instance of a class that `this` is in a function analysed by itself. */
export function selfOf(it: Interpreter, fn: FunctionNode): Value | undefined {
  for (let at: TSESTree.Node | undefined = fn.parent; at; at = at.parent) {
    if (
      at.type === T.MethodDefinition ||
      at.type === T.PropertyDefinition ||
      at.type === T.AccessorProperty
    ) {
      const cls = at.parent.parent;
      if (at.static) return classValue(cls, it.idOf(cls));
      const own = it.origins.concreteOf(cls);
      return instance(own, `this:${it.idOf(own)}`);
    }
    if (at.type === T.FunctionDeclaration || at.type === T.FunctionExpression) {
      if (at.parent.type !== T.MethodDefinition) break;
    }
  }
  const owner = it.origins.constructorAround(fn.body);
  return owner && isFunction(owner) ? instance(owner, `this:${it.idOf(owner)}`) : undefined;
}

/** What a recursion over the rest of a list ends with. */
const isEmptyList = (value: Value): boolean =>
  value.kind === 'list' && value.items.length === 0 && !value.many;
