import type { TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { errorValue } from '../model/value.js';
import type { Operation, RowId } from '../taxonomy/index.js';
import type { Scope } from './courses.js';
import { type Effect, maskOf } from './errors.js';
import type { Interpreter } from './interpreter.js';
import type { Deed, Ended } from './operations.js';
import { rowsOf } from './reports.js';
import type { ErrorFact, ProducerFact, State, TransactionFact } from './state.js';

/** The name of the error that an operation's call raises; it is also that of the debt of its promise. */
export const errorIdOf = (it: Interpreter, of: { node: TSESTree.Node; operation: Operation }): string =>
  `${it.idOf(of.node)}.${of.operation}`;

/**
 * The error that the operation can raise: one for all its rows, which tests and rules tell apart later, and one for
 * back-pressure, after which nothing has changed.
 */
export function failures(
  it: Interpreter,
  state: State,
  deed: Deed,
  then: (state: State, error: string) => State,
  isRecorded = true,
): Ended[] {
  const id = errorIdOf(it, deed);
  it.addSource({
    id,
    node: deed.node,
    table: deed.table,
    transaction: deed.transaction,
    producer: deed.producer,
  });
  const courses = isRecorded ? it.courses : undefined;
  const course = courses?.start(courses.scope(scopeOf(it, state, deed)));
  const failed = (mask: bigint): State => {
    const fact: ErrorFact = {
      is: 'error',
      mask,
      judged: false,
      sorted: false,
      surfaced: false,
      unheard: false,
      handler: undefined,
      during: it.handledNow(state),
      cleanedBy: undefined,
      ...(course ? { course } : {}),
    };
    courses?.note(it, id, fact);
    return state.withFact(id, fact);
  };
  const before = maskOf(deed.table, 'before-send');
  const ended: Ended[] = [];
  if ((deed.table.all & ~before) !== 0n) {
    ended.push({ state: then(failed(deed.table.all & ~before), id), ok: false, value: errorValue(id) });
  }
  if (before !== 0n) ended.push({ state: failed(before), ok: false, value: errorValue(id) });
  return ended;
}

/** Where an operation's errors belong. */
function scopeOf(it: Interpreter, state: State, deed: Deed): Scope {
  const { producer } = deed;
  if (deed.operation === 'init') return { of: 'producer', begun: undefined, entry: undefined, producer };
  const begun =
    deed.operation === 'begin'
      ? deed.node
      : deed.transaction === undefined
        ? undefined
        : state.fact('transaction', deed.transaction)?.begun;
  return { of: 'transaction', begun, entry: begun ? undefined : it.entry, producer };
}

/** Whether a client refuses a call since the end of its transaction was tried. */
function isRefused({ client, operation }: Deed, { state, commit, abortError }: TransactionFact): boolean {
  const { operationsOn, stuckAfterFailedEnd } = profileOf(client).behaviour;
  const isTried = state === 'ended' || commit !== undefined || abortError !== undefined;
  if (operationsOn === 'handle') return stuckAfterFailedEnd ? isTried : state === 'ended';
  // A producer goes on with an end that has failed.
  if (operation === 'commit') return state === 'ended' || abortError !== undefined;
  return isTried && (operation === 'send' || operation === 'sendOffsets');
}

/** A call that the client refuses: it fails with the client's own error, and nothing else changes. */
export function refused(
  it: Interpreter,
  state: State,
  deed: Deed,
  fact: TransactionFact | undefined,
): Ended[] | undefined {
  if (!fact?.begun || !isRefused(deed, fact)) return undefined;
  // What the call failed with before is another error, and may be what has left the producer unusable.
  const id = `${errorIdOf(it, deed)}.refused`;
  it.addSource({
    id,
    node: deed.node,
    table: deed.table,
    transaction: deed.transaction,
    producer: deed.producer,
  });
  const failed = state.withFact(id, {
    is: 'error',
    mask: deed.table.all & ~deed.table.raised,
    judged: false,
    sorted: false,
    surfaced: false,
    unheard: false,
    handler: undefined,
    during: it.handledNow(state),
    cleanedBy: undefined,
  });
  return [{ state: failed, ok: false, value: errorValue(id) }];
}

/** Whether somebody has got an error: work side by side does not follow from a failure that nobody has seen. */
export const isSeen = (it: Interpreter, state: State, error: string): boolean =>
  state.fact('error', error)?.handler !== undefined ||
  it.handling.some(({ errors }) => errors.includes(error));

/** The rows of a producer's last error that leave it unusable, once somebody has got it. */
export function defunctRows(
  it: Interpreter,
  state: State,
  fact: ProducerFact | undefined,
): ReadonlySet<RowId | 'unknown'> | undefined {
  if (fact?.state !== 'failed' || fact.error === undefined) return undefined;
  if (fact.via === undefined && !isSeen(it, state, fact.error)) return undefined;
  return rowsOf(it, state, fact.error, fact.stuck ? undefined : ['recoverable']);
}

/** The state in which an error is none of those with some effects; undefined when it can be no other. */
export function without(
  it: Interpreter,
  state: State,
  error: string,
  effects: readonly Effect[],
): State | undefined {
  const fact = state.fact('error', error);
  const source = it.sourceOf(error);
  if (!fact || !source?.table) return state;
  const { table } = source;
  const mask = effects.reduce((rest, effect) => rest & ~maskOf(table, effect), fact.mask);
  if ((mask & table.raised) === 0n) return undefined;
  return mask === fact.mask ? state : state.withFact(error, { ...fact, mask });
}
