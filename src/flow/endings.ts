import { profileOf } from '../clients/index.js';
import { type Value, union } from '../model/value.js';
import { defunctRows, errorIdOf, failures, isSeen, refused, without } from './failures.js';
import type { Interpreter } from './interpreter.js';
import type { Deed, Ended } from './operations.js';
import { failedProducer, over, repeatAllows } from './producers.js';
import { report, rowsOf } from './reports.js';
import { siteFrom } from './sites.js';
import type { DoubtFact, State } from './state.js';
import { transactionOf, withTransaction } from './transactions.js';

export function commit(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
  const allowed = repeatAllows(it, before, deed);
  if (!allowed) return refused(it, before, deed, transactionOf(before, deed)) ?? [];
  const fact = transactionOf(allowed, deed);
  const { behaviour } = profileOf(deed.client);
  const refusal = refused(it, allowed, deed, fact);
  if (refusal) return refusal;
  const state = afterAbort(it, allowed, deed, fact?.abortError);
  if (!state) return [];
  if (fact) {
    for (const failed of fact.failed) {
      if (failed.resent || failed.requeued || !isSeen(it, state, failed.error)) continue;
      const rows = rowsOf(it, state, failed.error, [
        'retriable',
        'abortable',
        'recoverable',
        'configuration',
      ]);
      if (!rows) continue;
      const handler = state.fact('error', failed.error)?.handler;
      report(it, state, 'commit-after-failed-send', handler ?? deed.node, failed.error, deed, {
        rows,
        detail: failed.offsets ? 'offsets' : 'send',
        related: deed.node,
      });
    }
    payDebts(it, state, deed);
  }
  const id = errorIdOf(it, deed);
  const done: DoubtFact = {
    is: 'doubt',
    commit: deed.node,
    error: undefined,
    sent: fact?.sent ?? [],
    via: undefined,
    dormant: true,
  };
  let ok = withTransaction(state.withoutFact('error', id), deed, fact, {
    state: 'ended',
    commit: deed.node,
    failed: [],
    commitError: undefined,
  });
  ok = ok.withoutFact('doubt', id);
  if (done.sent.length > 0) ok = ok.withFact(id, done);
  const varies = (fact?.sent ?? []).reduce<readonly string[]>((all, s) => union(all, s.varies), []);
  const failed = failures(it, state, deed, (after, error) => {
    const next = withTransaction(after, deed, fact, {
      commit: deed.node,
      commitError: error,
      state: 'in-doubt',
    });
    const doubted = done.sent.length > 0 ? next.withFact(id, { ...done, error, dormant: false }) : next;
    return failedProducer(it, doubted, deed, error, varies, behaviour.stuckAfterFailedEnd);
  });
  return [{ state: ok, ok: true, value: result }, ...failed];
}

/**
 * Reports a commit of a transaction whose abort has left the producer unusable. Gives the state in which the abort's error has not, or
 * undefined.
 */
function afterAbort(
  it: Interpreter,
  state: State,
  deed: Deed,
  abortError: string | undefined,
): State | undefined {
  const producer = state.fact('producer', deed.producer);
  if (abortError === undefined || producer?.error !== abortError) return state;
  const rows = defunctRows(it, state, producer);
  if (!rows) return state;
  report(it, state, 'defunct-reuse', deed.node, abortError, deed, {
    rows,
    related: it.sourceOf(abortError)?.node,
  });
  return producer.stuck ? undefined : without(it, state, abortError, ['recoverable']);
}

/** Sends that nobody waited for when the transaction ends. */
function payDebts(it: Interpreter, state: State, deed: Deed): void {
  for (const [id, debt] of state.factsOf('debt')) {
    if (debt.transaction !== deed.transaction || debt.at === deed.node || it.settling.includes(id)) continue;
    if (profileOf(deed.client).behaviour.commitFlushes) continue;
    report(
      it,
      state,
      'floating',
      debt.at,
      undefined,
      { ...deed, node: debt.at, operation: 'send' },
      { detail: 'before-end', related: deed.node },
    );
  }
}

export function abort(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
  let state = before;
  const fact = transactionOf(state, deed);
  const { behaviour } = profileOf(deed.client);
  if (fact?.commit) {
    if (fact.commitError === undefined) {
      if (fact.state === 'ended' && fact.abortError === undefined) {
        report(
          it,
          state,
          'abort-after-commit',
          deed.node,
          undefined,
          { ...deed, operation: 'commit' },
          { detail: 'done', related: fact.commit },
        );
        return refused(it, state, deed, fact) ?? [];
      }
    } else if (fact.state !== 'ended') {
      const rows = rowsOf(
        it,
        state,
        fact.commitError,
        behaviour.abortsAfterFailedCommit ? ['retriable', 'recoverable', 'configuration'] : undefined,
      );
      if (rows) {
        report(it, state, 'abort-after-commit', deed.node, fact.commitError, deed, {
          rows,
          detail: 'doubt',
          related: fact.commit,
        });
      }
      // It has ended with the commit: the client refuses.
      if (behaviour.stuckAfterFailedEnd) return refused(it, state, deed, fact) ?? [];
    }
  }
  if (fact?.abortError !== undefined) {
    const rows = rowsOf(
      it,
      state,
      fact.abortError,
      behaviour.resumesAbort ? ['abortable', 'recoverable', 'configuration'] : undefined,
    );
    if (rows) {
      report(it, state, 'abort-loop', fact.abortVia ?? deed.node, fact.abortError, deed, {
        rows,
        related: deed.node,
      });
      const rest = behaviour.resumesAbort
        ? without(it, state, fact.abortError, ['abortable', 'recoverable', 'configuration'])
        : undefined;
      // It has ended with the first attempt: the client refuses.
      if (!rest) return refused(it, state, deed, fact) ?? [];
      state = rest;
    }
  }
  payDebts(it, state, deed);
  it.abortSites.set(errorIdOf(it, deed), siteFrom(it, it.handling.at(-1)?.node, deed.node));
  const clean = state.withoutFact('error', errorIdOf(it, deed));
  let ok = fact && deed.transaction !== undefined ? clean.withFact(deed.transaction, over(fact)) : clean;
  const cleanedBy = errorIdOf(it, deed);
  for (const id of it.handledNow(ok)) {
    const error = ok.fact('error', id);
    if (error) ok = ok.withFact(id, { ...error, cleanedBy });
  }
  const failed = failures(it, state, deed, (after, error) => {
    const told = it.courses?.abortFailed(it, after, deed.node) ?? after;
    const next = withTransaction(told, deed, fact, {
      state: 'in-doubt',
      commit: undefined,
      abortError: error,
      abortVia: undefined,
    });
    // A failed abort is the lesser failure: what comes next is about the error that it was to clean up after.
    if (it.handledNow(after).length > 0) {
      it.cleaning.add(error);
      return next;
    }
    return failedProducer(
      it,
      next,
      deed,
      error,
      fact?.failed[0]?.varies ?? [],
      behaviour.stuckAfterFailedEnd,
    );
  });
  return [{ state: ok, ok: true, value: result }, ...failed];
}
