import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isPure, isRandom, keepsArguments, policyOf } from '../model/natives.js';
import { promisified } from '../model/origins.js';
import {
  type NativeValue,
  type ObjectValue,
  type Value,
  errorsIn,
  holdsOf,
  copyOf,
  list,
  literal,
  native,
  nil,
  object,
  pairsOf,
  promise,
  textOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { callOwn, dispatch, spelledPath, taken } from './calls.js';
import { branch } from './conditions.js';
import { record } from './error-tests.js';
import { findsBy, splitBy } from './errors.js';
import type { Interpreter } from './interpreter.js';
import { iterate } from './iteration.js';
import { callList } from './list-calls.js';
import { type Outcome, thrown, valued } from './outcome.js';
import {
  allSettled,
  callPromise,
  heldOpen,
  settled,
  settledByHand,
  settledItems,
  together,
} from './promises.js';
import { isRetryHelper, observe, retryHelper, runPolicy } from './retries.js';
import { paired } from './results.js';
import type { State } from './state.js';
import { escape, failuresOut, judgedBy, opaque, meanwhile } from './unseen-calls.js';

/** Calls a function of the platform or a library that the analysis knows. */
export function callNative(
  it: Interpreter,
  state: State,
  callee: NativeValue,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  const { name } = callee;
  const [first, second] = args;
  const [own] = callee.args;
  const id = it.idOf(node);
  if (name.startsWith('list.') && own?.kind === 'list')
    return callList(it, state, own, name.slice(5), args, node);
  if (name.startsWith('promise.') && own?.kind === 'promise')
    return callPromise(it, state, own, name.slice(8), args, node);
  if (isRetryHelper(name)) return retryHelper(it, state, name, args, node);
  if (name.startsWith('cockatiel.')) {
    const policy = policyOf(callee, args);
    if (policy) return [valued(state, policy)];
    return runPolicy(it, state, callee, args, node);
  }
  if (name.startsWith('rxjs.')) return observe(it, state, callee, args, node);
  switch (name) {
    case 'returns': {
      const next = args.reduce<State>((s, a) => escape(it, s, a), state);
      const failed = failuresOut(it, next, args, node).map((o) =>
        own?.kind === 'promise' ? valued(o.state, promise(false, o.value)) : o,
      );
      return [valued(next, own ?? unknown(`@${id}`)), ...failed];
    }
    case 'require':
      return [valued(state, it.origins.valueOf(node))];
    case 'promisify':
      return [
        valued(
          state,
          (first && promisified(first)) ?? unknown(`promisify@${id}`, [], first ? holdsOf(first) : []),
        ),
      ];
    case 'function.bind':
      if (own?.kind === 'function') {
        return [
          valued(state, {
            ...own,
            self: own.self ?? first,
            bound: [...own.bound, ...args.slice(1)],
            key: `${own.key}.bind(${args
              .slice(1)
              .map((a) => a.key)
              .join()})`,
          }),
        ];
      }
      return [valued(state, own ?? unknown(`bind@${id}`))];
    case 'function.call':
      return own ? dispatch(it, state, own, args.slice(1), node, first) : [];
    case 'function.apply':
      return own ? dispatch(it, state, own, second?.kind === 'list' ? second.items : [], node, first) : [];
    case 'pair:error-first':
    case 'pair:value-first':
      return [
        paired(it, state, first ?? undefinedValue, name === 'pair:error-first' ? 'error' : 'value', node),
      ];
    case 'Boolean': {
      const { yes, no } = branch(it, state, first ?? undefinedValue, node.arguments[0]);
      return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
    }
    case 'Promise.resolve': {
      const value = settledByHand(state, first ?? undefinedValue);
      return [valued(state, value.kind === 'promise' ? value : promise(true, value))];
    }
    case 'Promise.reject':
      return [valued(state, promise(false, first ?? undefinedValue))];
    case 'Promise.withResolvers':
      return [
        valued(
          state.withoutFact('cell', `settle.${id}`),
          object(
            `resolvers@${id}`,
            new Map<string, Value>([
              ['promise', native('deferred', [literal(id)])],
              ['resolve', native('resolve', [literal(id)])],
              ['reject', native('reject', [literal(id)])],
            ]),
            false,
          ),
        ),
      ];
    case 'Promise.all':
    case 'Promise.race':
    case 'Promise.any':
      return [valued(state, together(settledItems(state, first)))];
    case 'Promise.allSettled':
      return [allSettled(it, state, settledItems(state, first), node)];
    case 'resolve':
    case 'reject':
    case 'settle': {
      it.unseenCalls++;
      it.settlements++;
      const promiseId = own?.kind === 'literal' ? String(own.value) : '';
      const cell = `settle.${promiseId}`;
      if (state.fact('cell', cell)) return [valued(state, undefinedValue)];
      const value =
        name === 'resolve'
          ? first?.kind === 'promise'
            ? first
            : promise(true, first ?? undefinedValue)
          : name === 'reject'
            ? promise(false, first ?? undefinedValue)
            : first && first.kind !== 'nil' && !(first.kind === 'literal' && !first.value)
              ? promise(false, first)
              : promise(true, second ?? undefinedValue);
      // Whoever has the promise of a function that was kept hears of its rejection.
      const isInView = it.executing.includes(promiseId);
      const told = isInView ? state : it.tell(state, errorsIn(value), 'hands-on', node);
      return [valued(told.withFact(cell, { is: 'cell', value }), undefinedValue)];
    }
    case 'bail':
      return [
        valued(
          state.withFact(`bail.${own?.kind === 'literal' ? String(own.value) : ''}`, {
            is: 'cell',
            value: first ?? undefinedValue,
          }),
          undefinedValue,
        ),
      ];
    case 'retry-again':
      return [thrown(state, native('retry-again', first ? [first] : []))];
    case 'later': {
      // What a timer calls is followed as if it were called at once: nothing else happens to the transaction until then.
      const timer = unknown(`timer@${id}`);
      const path = spelledPath(node.callee).at(-1) ?? '';
      const given = args.slice(/^set(Timeout|Interval)$/.test(path) ? 2 : 1);
      if (first?.kind !== 'function')
        return [
          valued(
            given.reduce<State>((s, a) => escape(it, s, a), state),
            timer,
          ),
        ];
      const unseen = it.unseenCalls;
      it.calledLater.add(first.node);
      const called = meanwhile(it, state, first.node, (s) => callOwn(it, s, first, given, node, undefined));
      // A timer that hands on what comes of it leaves nothing to itself.
      const tells = it.unseenCalls > unseen;
      const outcomes = called.flatMap((o) =>
        o.how === 'value'
          ? [
              valued(
                tells ? settled(o.state, holdsOf(o.value)) : taken(it, o.state, o.value, first.node, node),
                timer,
              ),
            ]
          : [],
      );
      if (outcomes.length > 0) return outcomes;
      const escaped = given.reduce<State>((s, a) => escape(it, s, a), escape(it, state, first));
      const handled = it.handling.flatMap((h) => h.errors);
      const later = it.courses?.told(it, escaped, handled, 'hands-on', node) ?? escaped;
      return [valued(heldOpen(later), timer)];
    }
    case 'sleep':
      return [valued(state, promise(true, second ?? undefinedValue))];
    case 'process.exit':
      it.courses?.told(
        it,
        state,
        state.factsOf('error').map(([id]) => id),
        'exits',
        node,
      );
      return [];
    case 'Object.assign':
    case 'Object.freeze':
    case 'Object.seal':
      // What is put into a thing that others have is theirs, too.
      if (first && first.kind !== 'object')
        return [
          valued(
            args.slice(1).reduce((s, arg) => escape(it, s, arg), state),
            first,
          ),
        ];
      return [merging(it, state, first, args.slice(1), node)];
    case 'Object.values':
      if (first?.kind === 'list') return [valued(state, { ...first, entries: false, keyed: false })];
      if (first?.kind === 'object') return [valued(state, list([...first.fields.values()], first.open))];
      break;
    case 'Object.keys':
      if (first?.kind === 'list' && first.keyed === true)
        return [
          valued(
            state,
            list(
              first.items.map(() => unknown(`key(${first.key})`, first.varies)),
              true,
              first.varies,
            ),
          ),
        ];
      break;
    case 'Object.entries':
      if (first?.kind === 'list') return [valued(state, list(pairsOf(first), first.many, first.varies))];
      if (first?.kind === 'object')
        return [
          valued(
            state,
            list(
              [...first.fields].map(([key, value]) => list([literal(key), value], false)),
              first.open,
            ),
          ),
        ];
      break;
    case 'Array.from':
      if (first?.kind === 'list') {
        const copy = copyOf(first);
        const each = it.seen.derived(unknown(`each(${copy.key})@${id}`), 'each', copy);
        return second?.kind === 'function'
          ? iterate(it, state, copy, second, 'map', args, node, each)
          : [valued(state, copy)];
      }
      if (second?.kind === 'function')
        return iterate(it, state, list([], true), second, 'map', args, node, unknown(`each@${id}`, [id]));
      break;
    case 'Error':
    case 'AggregateError':
      return [valued(state, native(name, args))];
    case 'error.findBy':
      if (own?.kind === 'error' && first?.kind === 'literal' && second) {
        const source = it.sourceOf(own.error);
        if (source?.table) {
          const wanted = second.kind === 'literal' ? second.value : undefined;
          if (wanted === undefined)
            return [valued(state, unknown(`find@${id}`, [], [`e:${own.error}`], [own.error]))];
          const found = splitBy(
            state,
            source,
            `finds ${String(own.layer)} ${String(first.value)} ${typeof wanted}:${String(wanted)}`,
            (v) => findsBy(v, own.layer, String(first.value), wanted),
          );
          const mask = state.fact('error', own.error)?.mask ?? 0n;
          const before = it.foundIn.get(own.error) ?? [];
          // Several errors may be inside: that one was found which is like this says nothing of the others.
          const isBeside =
            found.could !== 0n && before.some((could) => could !== found.could && (mask & ~could) === 0n);
          const yes = found.yes ?? (isBeside ? state : undefined);
          const no = found.no ?? (isBeside ? state : undefined);
          record(
            it,
            second.kind === 'literal' && second.node ? second.node : node,
            source,
            String(wanted),
            String(first.value),
            { ...found, yes },
            wanted,
          );
          it.foundIn.set(own.error, [...before, found.could]);
          return [...(yes ? [valued(yes, { ...own })] : []), ...(no ? [valued(no, nil(null))] : [])];
        }
      }
      return [valued(state, unknown(`find@${id}`, [], own ? holdsOf(own) : []))];
    case 'error.toString':
    case 'error.toJSON':
      return [valued(state, unknown(`text(${own?.key ?? ''})`, [], own ? holdsOf(own) : []))];
    default:
  }
  if (isPure(name)) {
    if (name.startsWith('console')) return [valued(state, undefinedValue)];
    const holds = args.reduce<readonly string[]>(
      (all, a) =>
        union(
          all,
          holdsOf(a).filter((h) => h.startsWith('e:')),
        ),
      [],
    );
    const varies = args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), []);
    // What becomes of promises in what is made is out of view.
    const kept = keepsArguments(name)
      ? args.reduce((s, a) => judgedBy(settled(s, holdsOf(a)), a), state)
      : state;
    return [
      valued(
        kept,
        it.seen.derived(
          unknown(isRandom(name) ? `random@${id}` : `${name}(${args.map(textOf).join()})`, varies, holds),
          name,
          ...args,
        ),
      ),
    ];
  }
  return opaque(it, state, unknown(name), args, node, owner);
}

/** `Object.assign`: gives the first object with what the others have, and leaves it in the variable that it is read from. */
function merging(
  it: Interpreter,
  state: State,
  first: ObjectValue | undefined,
  others: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): Outcome {
  if (!first) return valued(state, unknown(`@${it.idOf(node)}`));
  if (others.length === 0) return valued(state, first);
  const fields = others.flatMap((other) => (other.kind === 'object' ? [...other.fields] : []));
  const merged = object(
    first.text,
    new Map([...first.fields, ...fields]),
    first.open || others.some((other) => other.kind !== 'object' || other.open),
  );
  const [target] = node.arguments;
  const variable = target?.type === T.Identifier ? it.origins.bindings.variableOf(target) : undefined;
  const after = variable && state.get(variable)?.key === first.key ? state.set(variable, merged) : state;
  const isShared = first.open || (variable !== undefined && !it.origins.bindings.isLocal(variable));
  return valued(isShared ? others.reduce((s, other) => escape(it, s, other, 'field'), after) : after, merged);
}
