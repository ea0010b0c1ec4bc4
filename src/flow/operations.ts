import type { TSESTree } from '@typescript-eslint/utils';
import { type ClientId, type MethodMember, profileOf } from '../clients/index.js';
import { resultOf, shapeOf } from '../model/api.js';
import { type MemberValue, type Value, textOf, union, variesOf } from '../model/value.js';
import type { Operation } from '../taxonomy/index.js';
import { withDeclared } from './declared-errors.js';
import { abort, commit } from './endings.js';
import { type VariantTable, variantTable } from './errors.js';
import { errorIdOf } from './failures.js';
import type { Interpreter } from './interpreter.js';
import { closed } from './producers.js';
import { isMomentary, partsOf, plainSend, send, sendOffsets, sendOutside } from './sends.js';
import type { State } from './state.js';
import { begin } from './transactions.js';

/** An operation about to be done: who, on what, with which records. */
export interface Deed {
  readonly node: TSESTree.Node;
  readonly client: ClientId;
  readonly operation: Operation;
  readonly membership: MethodMember['membership'];
  readonly table: VariantTable;
  readonly transaction: string | undefined;
  readonly producer: string;
  readonly producerShared: boolean;
  /** A function was given where the promise form takes none. */
  readonly takesFunction: boolean;
  readonly text: string;
  readonly parts: readonly string[];
  readonly varies: readonly string[];
}

/** How an operation ended: with its result, or with an error. */
export interface Ended {
  readonly state: State;
  readonly ok: boolean;
  readonly value: Value;
}

/** Does an operation on a state: reports what is wrong with doing it there, and gives every way it can end. */
export function operate(
  it: Interpreter,
  before: State,
  callee: MemberValue,
  method: MethodMember & { readonly operation: Operation },
  node: TSESTree.Node,
  args: readonly Value[],
): Ended[] {
  const { operation } = method;
  const owner = callee.owner;
  const result = resultOf(callee, method, it.idOf(node));
  if (!owner) return [{ state: before, ok: true, value: result }];
  const style = callee.promisified ? 'callback' : method.style;
  const onTransaction = shapeOf(owner).kind === 'transaction';
  const producer = onTransaction ? (owner.producer ?? `of:${owner.id}`) : owner.id;
  if (!onTransaction && owner.varies) it.changing.set(producer, owner.varies);
  const { operationsOn } = profileOf(callee.client).behaviour;
  const transaction = onTransaction ? owner.id : operationsOn === 'producer' ? `tx:${owner.id}` : undefined;
  const parts = operation === 'send' ? partsOf(args) : [];
  const deed: Deed = {
    node,
    client: callee.client,
    operation,
    membership: method.membership,
    table: withDeclared(variantTable(callee.client, operation, style), it.settings),
    transaction,
    producer,
    producerShared: owner.shared,
    takesFunction: isUncalled(method, args),
    text: args
      .filter((a) => a.kind !== 'function')
      .map(textOf)
      .join(),
    parts,
    // A record of nothing but the time, chance or a count is another one at each turn.
    varies: union(
      args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), it.changing.get(producer) ?? []),
      isMomentary(parts) ? [...it.turns].sort() : [],
    ),
  };
  it.operations.add(node);
  const state = it.courses?.operation(it, before, deed, errorIdOf(it, deed)) ?? before;
  if (transaction !== undefined && operation !== 'begin' && operation !== 'close') {
    const works = it.works.get(transaction);
    if (works) works.add(node);
    else it.works.set(transaction, new Set([node]));
    // An abort may come where nothing could begin.
    if (operation !== 'abort' && !state.fact('transaction', transaction)) it.continued.add(producer);
  }
  switch (operation) {
    case 'create':
      return [{ state, ok: true, value: result }];
    case 'init':
    case 'begin':
      return begin(it, state, deed, result);
    case 'send':
      if (method.membership === 'join' && !isTransactional(it, state, deed))
        return plainSend(it, state, deed, result);
      return method.membership === 'join'
        ? send(it, state, deed, result)
        : sendOutside(it, state, deed, result);
    case 'sendOffsets':
      return sendOffsets(it, state, deed, result);
    case 'commit':
      return commit(it, state, deed, result);
    case 'abort':
      return abort(it, state, deed, result);
    case 'close': {
      // Closing what the producer was got from closes the producer.
      const made =
        shapeOf(owner).kind === 'producer'
          ? [deed.producer]
          : [...state.factsOf('transaction')].map(([, f]) => f.producer);
      return [
        { state: made.reduce((s, p) => closed(it, s, p, deed.client), state), ok: true, value: result },
      ];
    }
  }
}

/** Whether a call is given a function that nobody calls: it only returns a promise, or takes for options what comes first. */
export const isUncalled = ({ style, takes }: MethodMember, args: readonly Value[]): boolean =>
  style === 'promise'
    ? args.some((arg) => arg.kind === 'function')
    : args.length === 1 && takes?.[0]?.is === 'options' && args[0]?.kind === 'function';

/** Whether a send is in a transaction as far as the file shows: one was begun in view, or the file begins some on the producer. */
export function isTransactional(
  it: Interpreter,
  state: State,
  of: { readonly client: ClientId; readonly producer: string },
): boolean {
  if (profileOf(of.client).behaviour.operationsOn === 'handle') return true;
  return state.fact('transaction', `tx:${of.producer}`) !== undefined || it.origins.begins(of.producer);
}
