import type { TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { kindOf } from '../model/api.js';
import { holdsOf, type ApiValue, type Value } from '../model/value.js';
import { isDiscarded } from './discarded.js';
import { errorIdOf, failures, without } from './failures.js';
import type { Interpreter } from './interpreter.js';
import type { Deed, Ended } from './operations.js';
import { failedProducer, freshProducer, over, producerAllows } from './producers.js';
import { report } from './reports.js';
import type { State, TransactionFact } from './state.js';

const freshTransaction = (deed: Deed, begun: TSESTree.Node | undefined): TransactionFact => ({
  is: 'transaction',
  client: deed.client,
  producer: deed.producer,
  state: 'open',
  begun,
  used: false,
  held: false,
  failed: [],
  sent: [],
  commit: undefined,
  commitError: undefined,
  abortError: undefined,
  abortVia: undefined,
});

export const transactionOf = (state: State, deed: Deed): TransactionFact | undefined =>
  deed.transaction === undefined
    ? undefined
    : (state.fact('transaction', deed.transaction) ?? freshTransaction(deed, undefined));

export const withTransaction = (
  state: State,
  deed: Deed,
  fact: TransactionFact | undefined,
  change: Partial<TransactionFact>,
): State =>
  deed.transaction === undefined || !fact ? state : state.withFact(deed.transaction, { ...fact, ...change });

export function begin(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
  const transaction =
    result.kind === 'api' && kindOf(result.client, result.type) === 'transaction'
      ? result.id
      : deed.transaction;
  const isBegin = deed.operation === 'begin';
  const last = isBegin && transaction !== undefined ? before.fact('transaction', transaction) : undefined;
  const isStillOpen = last?.begun !== undefined && isLeftOpen(it, before, last, deed.producer);
  const state = producerAllows(it, before, deed, isStillOpen);
  if (!state) return [];
  const { behaviour } = profileOf(deed.client);
  const id = errorIdOf(it, deed);
  let ready = state.withoutFact('error', id);
  if (isBegin) {
    if (last?.begun && isStillOpen) {
      report(
        it,
        state,
        'left-open',
        last.begun,
        undefined,
        { ...deed, node: last.begun },
        { detail: 'again', related: deed.node },
      );
    }
    if (transaction !== undefined) {
      const started = freshTransaction({ ...deed, transaction }, deed.node);
      it.begun.push({ transaction, node: deed.node, frames: [...it.frames] });
      // What follows from a handle that is thrown away, or from a callback that is not called, is said of the call itself.
      const unusable = (behaviour.operationsOn === 'handle' && isDiscarded(deed.node)) || deed.takesFunction;
      ready = ready.withFact(transaction, unusable ? { ...started, begun: undefined, held: true } : started);
      for (const [debt, fact] of ready.factsOf('debt'))
        if (fact.transaction === transaction) ready = ready.withoutFact('debt', debt);
    }
  }
  const usable = ready.fact('producer', deed.producer);
  if (usable?.error !== undefined)
    ready = usable.held
      ? ready.withFact(deed.producer, { ...freshProducer(deed.client), held: true })
      : ready.withoutFact('producer', deed.producer);
  const failed = failures(it, state, deed, (after, error) => failedProducer(it, after, deed, error, []));
  return [{ state: ready, ok: true, value: result }, ...failed];
}

/** Whether nobody is left who could end an open transaction. */
export function isLeftOpen(it: Interpreter, state: State, fact: TransactionFact, producer: string): boolean {
  if (!fact.begun || fact.held || fact.commit || (fact.state !== 'open' && fact.state !== 'must-abort'))
    return false;
  const owner = state.fact('producer', producer);
  if (owner?.state === 'closed') return false;
  // After an error that leaves the producer unusable there is nothing to abort.
  if (owner?.state === 'failed' && owner.error !== undefined && state.fact('error', owner.error)) {
    if (owner.stuck || !without(it, state, owner.error, ['recoverable'])) return false;
  }
  // Of calls at the same time it need not be the last one's.
  const isUnusableAfter = (error: string): boolean =>
    state.fact('error', error) !== undefined && !without(it, state, error, ['recoverable']);
  if (fact.failed.some(({ error }) => isUnusableAfter(error))) return false;
  if (
    profileOf(fact.client).behaviour.operationsOn === 'producer' &&
    (owner?.held === true || it.hasHolder(producer))
  ) {
    it.leftToHolders.add(fact.begun);
    return false;
  }
  return true;
}

/** What `isActive()` of a transaction answers, where it is known. */
export function isActive(state: State, owner: ApiValue): boolean | undefined {
  const { operationsOn } = profileOf(owner.client).behaviour;
  const fact = state.fact('transaction', operationsOn === 'producer' ? `tx:${owner.id}` : owner.id);
  if (!fact) return undefined;
  if (operationsOn === 'handle')
    return !fact.commit && fact.state !== 'ended' && fact.abortError === undefined;
  return fact.commitError === undefined && fact.abortError === undefined ? fact.state !== 'ended' : undefined;
}

/** What a getter says that becomes true with an end that has succeeded, where it is known. */
export function hasEnded(state: State, owner: ApiValue): boolean | undefined {
  const fact = state.fact('transaction', owner.id);
  return fact ? fact.state === 'ended' : undefined;
}

/** An end that only the client notices (`cancel`). */
export function endedLocally(state: State, owner: ApiValue): State {
  const fact = state.fact('transaction', owner.id);
  return fact ? state.withFact(owner.id, over(fact)) : state;
}

/** A look-up that finds nothing says nothing of the producers that it could have found: who has these can end their transactions. */
export function notFound(state: State, items: readonly Value[]): State {
  const things = new Set(items.flatMap(holdsOf));
  return state.factsOf('transaction').reduce((s, [id, fact]) => {
    const isAmong = things.has(`a:${id}`) || things.has(`a:${fact.producer}`);
    return isAmong && !fact.held ? s.withFact(id, { ...fact, held: true }) : s;
  }, state);
}
