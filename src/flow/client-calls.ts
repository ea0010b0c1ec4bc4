import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { MethodMember } from '../clients/index.js';
import { resultOf, shapeOf } from '../model/api.js';
import {
  type MemberValue,
  type Value,
  literal,
  nil,
  promise,
  textOf,
  undefinedValue,
  unknown,
} from '../model/value.js';
import { callback, isCallable } from './calls.js';
import { isOwnError } from './comparisons.js';
import { isInstance, splitBy } from './errors.js';
import { errorIdOf } from './failures.js';
import type { Interpreter } from './interpreter.js';
import { isTransactional, isUncalled, operate } from './operations.js';
import { type Outcome, merged, thrown, valued } from './outcome.js';
import { consumerCommits, sendsBeside } from './sends.js';
import type { State } from './state.js';
import { endedLocally, isActive } from './transactions.js';
import { isLater, rejection } from './unseen-calls.js';

/** Calls a member of a client's API. */
export function callMember(
  it: Interpreter,
  state: State,
  callee: MemberValue,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const { member } = callee;
  if (member.is === 'error-predicate') {
    const [subject] = args;
    if (subject?.kind === 'error') {
      const source = it.sourceOf(subject.error);
      if (source?.table) {
        const { yes, no } = splitBy(
          state,
          source,
          `is ${String(subject.layer)} ${member.classes.join('|')}`,
          (v) => member.classes.some((c) => isInstance(v, subject.layer, c)),
        );
        return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
      }
    }
    if (subject && isOwnError(subject)) return [valued(state, literal(false))];
    return [valued(state, unknown(`${callee.name}(${args.map(textOf).join()})`))];
  }
  if (member.is !== 'method') {
    // A class or table that is called.
    return [valued(state, unknown(`${callee.name}()`))];
  }
  it.seen.call({ node, callee, args });
  it.calls++;
  let going = state;
  if (member.role === 'consumer-commit') consumerCommits(it, going, callee, node);
  if (member.role === 'outside-send') sendsBeside(it, going, callee, node);
  if (member.role === 'local-end' && callee.owner) going = endedLocally(going, callee.owner);
  if (member.role === 'is-active' && callee.owner) {
    const active = isActive(going, callee.owner);
    return [valued(going, active === undefined ? unknown(`active(${callee.owner.id})`) : literal(active))];
  }
  const { operation } = member;
  if (operation === undefined) {
    const made = resultOf(callee, member, it.idOf(node));
    if (member.role === 'factory') going = it.created(going, made, node);
    // What a client reads is another thing each time it is read.
    const result =
      made.kind === 'unknown'
        ? it.seen.derived(
            unknown(made.text, it.turns),
            member.record === 'given' ? 'record' : `${callee.name}()`,
          )
        : made.kind === 'api' && shapeOf(made).items !== undefined
          ? { ...made, varies: [...it.turns].sort() }
          : made;
    const last = args.at(-1);
    if (isLater(callee.name) && last?.kind === 'function') {
      it.calledLater.add(last.node);
      if (last.node.async) it.listeners.set(last.node, node);
    }
    const byCallback = member.style === 'callback' || (member.style === 'either' && isCallable(last));
    if (byCallback && last && !callee.promisified) {
      return callback(it, going, last, [nil(null), result], node);
    }
    const value =
      member.style === 'promise' || member.style === 'either' || callee.promisified
        ? promise(true, result)
        : result;
    const fails = it.isTried && member.style !== 'sync' ? [rejection(it, going, node)] : [];
    return merged([valued(going, value), ...fails]);
  }
  if (operation === 'create') {
    const result = resultOf(callee, member, it.idOf(node));
    it.operations.add(node);
    return [valued(it.created(going, result, node), result)];
  }
  const method = member as MethodMember & { operation: NonNullable<MethodMember['operation']> };
  const last = args.at(-1);
  // What follows from a function that nobody calls is said of the call itself.
  const isMistaken = isUncalled(method, args);
  const byCallback =
    !isMistaken &&
    !callee.promisified &&
    last !== undefined &&
    ((method.style === 'callback' && (last.kind === 'unknown' || isCallable(last))) ||
      (method.style === 'either' && (isCallable(last) || isTrailing(method, args))) ||
      (method.role === 'delivery-callback' && last.kind === 'function'));
  const given = byCallback ? args.slice(0, -1) : args;
  const endings = operate(
    it,
    going,
    callee,
    byCallback ? { ...method, style: 'callback' } : method,
    node,
    given,
  );
  const id = errorIdOf(it, { node, operation });
  const transactional =
    !callee.owner || isTransactional(it, going, { client: callee.client, producer: callee.owner.id });
  const owes = transactional && isOwed(method) && !isAwaited(node) && !isMistaken ? [id] : [];
  const owned = callee.owner;
  if (owned && transactional && isOwed(method) && operation !== 'begin') {
    it.touched.push(transactionIdOf(callee));
    it.touchedBy.push(operation);
  }

  const outcomes = endings.flatMap((ending): readonly Outcome[] => {
    if (byCallback) {
      return callback(it, ending.state, last, ending.ok ? [nil(null), ending.value] : [ending.value], node);
    }
    if (method.style === 'sync' && !callee.promisified)
      return [ending.ok ? valued(ending.state, ending.value) : thrown(ending.state, ending.value)];
    if (method.style === 'callback' && !callee.promisified) {
      // Called without its callback: nobody hears of the outcome.
      if (!ending.ok) it.courses?.told(it, ending.state, [id], 'unheard', node);
      return ending.ok ? [valued(ending.state, undefinedValue)] : [];
    }
    const after =
      owes.length > 0
        ? ending.state.withFact(id, { is: 'debt', at: node, operation, transaction: transactionIdOf(callee) })
        : ending.state;
    return [valued(after, promise(ending.ok, ending.value, owes))];
  });
  return merged(outcomes);
}

/** Whether what is given last, of which nobody knows what it is, can be nothing but a callback. */
const isTrailing = ({ operation }: MethodMember, args: readonly Value[]): boolean =>
  args.at(-1)?.kind === 'unknown' && (args.length > 1 || operation === 'commit' || operation === 'abort');

/** Whether the call itself is waited for where it stands. */
const isAwaited = (node: TSESTree.Node): boolean => node.parent?.type === T.AwaitExpression;

/** Somebody must wait for the promise of the operation. */
const isOwed = (method: MethodMember): boolean =>
  method.operation === 'begin' ||
  method.operation === 'commit' ||
  method.operation === 'abort' ||
  method.operation === 'sendOffsets' ||
  (method.operation === 'send' && method.membership === 'join');

const transactionIdOf = (callee: MemberValue): string => {
  const { owner } = callee;
  if (!owner) return '';
  return owner.producer === undefined && owner.type.toLowerCase().includes('producer')
    ? `tx:${owner.id}`
    : owner.id;
};
