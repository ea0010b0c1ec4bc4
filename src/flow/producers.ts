import type { TSESTree } from '@typescript-eslint/utils';
import type { ClientId } from '../clients/index.js';
import { kindOf } from '../model/api.js';
import { type Value, errorsIn } from '../model/value.js';
import type { Effect } from './errors.js';
import { defunctRows, errorIdOf, without } from './failures.js';
import type { Interpreter } from './interpreter.js';
import type { Deed } from './operations.js';
import { report, rowsOf } from './reports.js';
import type { ProducerFact, State, TransactionFact } from './state.js';

/** The state in which a name stands for another producer, of which nothing is known. */
export const another = (state: State, producer: string): State =>
  state.withoutFact('producer', producer).withoutFact('transaction', `tx:${producer}`);

/** A new producer: whatever was known under its name is past, and it replaces one that an error made unusable. */
export function created(it: Interpreter, state: State, value: Value): State {
  if (value.kind !== 'api' || kindOf(value.client, value.type) !== 'producer') return state;
  return takenCareOf(it, another(state, value.id));
}

/**
 * The state in which a producer that is closed or replaced has dealt with the errors that handlers took. Of an error whose handler
 * was left before that, without keeping it, nobody has heard.
 */
function takenCareOf(it: Interpreter, state: State): State {
  let next = state;
  for (const [id, fact] of state.factsOf('error')) {
    if (!fact.handler || fact.surfaced) continue;
    const unheard =
      !it.handling.some((h) => h.errors.includes(id)) &&
      !state.variables.some(({ value }) => errorsIn(value).includes(id));
    next = next.withFact(id, { ...fact, surfaced: true, unheard });
  }
  return next;
}

/** The state after a producer was closed: its transactions are over, its errors are dealt with. */
export function closed(it: Interpreter, state: State, producer: string, client: ClientId): State {
  const held = state.fact('producer', producer)?.held ?? false;
  let next = state.withFact(producer, { ...freshProducer(client), held, state: 'closed' });
  for (const [id, transaction] of next.factsOf('transaction')) {
    if (transaction.producer !== producer) continue;
    closedBehind(it, id, transaction);
    next = next.withFact(id, over(transaction));
  }
  return takenCareOf(it, next);
}

/** Notes the functions that were left with a transaction open, which ends now that their caller closes the producer. */
function closedBehind(it: Interpreter, transaction: string, { begun, state }: TransactionFact): void {
  if (!begun || (state !== 'open' && state !== 'must-abort')) return;
  const start = it.begun.findLast((b) => b.transaction === transaction && b.node === begun);
  const left = (start?.frames ?? []).flatMap(({ fn }) =>
    fn && !it.frames.some((f) => f.fn === fn) ? [fn] : [],
  );
  if (left.length > 0) it.closedBehind.set(begun, new Set([...(it.closedBehind.get(begun) ?? []), ...left]));
}

export const freshProducer = (client: ClientId): ProducerFact => ({
  is: 'producer',
  client,
  state: 'usable',
  error: undefined,
  varies: [],
  via: undefined,
  past: false,
  held: false,
  stuck: false,
});

/** A transaction of which nothing is left to be said. */
export const over = (fact: TransactionFact): TransactionFact => ({
  ...fact,
  state: 'ended',
  used: true,
  failed: [],
  sent: [],
  commit: undefined,
  commitError: undefined,
  abortError: undefined,
  abortVia: undefined,
});

const withProducer = (state: State, deed: Deed, change: Partial<ProducerFact>): State =>
  state.withFact(deed.producer, {
    ...(state.fact('producer', deed.producer) ?? freshProducer(deed.client)),
    ...change,
  });

/** The producer after a failure: which of the error's rows leave it unusable is told by `defunctRows`. */
export const failedProducer = (
  it: Interpreter,
  state: State,
  deed: Deed,
  error: string,
  varies: readonly string[],
  stuck = false,
): State => {
  it.setWork(error, varies);
  return withProducer(state, deed, { state: 'failed', error, stuck, varies, via: undefined, past: false });
};

/**
 * Reports an operation on a producer that cannot do it any more. Gives the state in which it still can, or undefined when there
 * is none.
 */
export function producerAllows(
  it: Interpreter,
  state: State,
  deed: Deed,
  isStillOpen: boolean,
): State | undefined {
  const fact = state.fact('producer', deed.producer);
  if (fact?.state !== 'failed' || fact.error === undefined) return state;
  const source = it.sourceOf(fact.error);
  let going: State | undefined = state;
  const rows = defunctRows(it, state, fact);
  if (rows) {
    if (fact.via && !fact.past) {
      report(it, state, 'futile-retry', fact.via, fact.error, deed, {
        rows,
        detail: 'same-work',
        related: deed.node,
        turn: it.turnOf(fact.via),
      });
    } else {
      report(it, state, 'defunct-reuse', deed.node, fact.error, deed, { rows, related: source?.node });
    }
    going = fact.stuck ? undefined : without(it, state, fact.error, ['recoverable']);
  }
  if (!going || !fact.via || fact.past || it.isBounded(fact.via)) return going;
  // What another attempt may cure must not be tried for ever, and what it cannot cure not without a bound.
  const first = source?.node === deed.node;
  const effects: readonly Effect[] = first ? ['retriable', 'abortable', 'configuration'] : ['configuration'];
  const endless = rowsOf(it, going, fact.error, effects);
  const failed = source?.table?.operation;
  // Where the last transaction is still open, that is the mistake.
  const isWholeAgain =
    deed.operation === 'begin' && !isStillOpen && (failed === 'send' || failed === 'sendOffsets');
  if (!endless || !(first || isWholeAgain)) return going;
  report(it, going, 'futile-retry', fact.via, fact.error, deed, { rows: endless, detail: 'endless' });
  return without(it, going, fact.error, effects);
}

/**
 * Reports a call that is made again, by a loop or in a handler, although its last error left the producer unusable. Gives the state
 * in which repeating it makes sense, or undefined.
 */
export function repeatAllows(it: Interpreter, state: State, deed: Deed): State | undefined {
  const fact = state.fact('producer', deed.producer);
  if (fact?.error === undefined || fact.past || !isAgain(it, state, deed, fact)) return state;
  const rows = defunctRows(it, state, fact);
  let going: State | undefined = state;
  if (rows) {
    report(it, state, 'futile-retry', fact.via ?? deed.node, fact.error, deed, {
      rows,
      detail: 'same-work',
      related: deed.node,
    });
    going = fact.stuck ? undefined : without(it, state, fact.error, ['recoverable']);
  }
  return going && boundAllows(it, going, deed, fact);
}

/**
 * Reports a call that is made again without a bound after an error that says that it is configured wrongly, which does not mend
 * itself. Gives the state in which repeating it makes sense, or undefined.
 */
export function boundAllows(
  it: Interpreter,
  state: State,
  deed: Deed,
  fact: ProducerFact,
): State | undefined {
  if (!fact.via || fact.error === undefined || it.isBounded(fact.via)) return state;
  const endless = rowsOf(it, state, fact.error, ['configuration']);
  if (!endless) return state;
  report(it, state, 'futile-retry', fact.via, fact.error, deed, { rows: endless, detail: 'endless' });
  return without(it, state, fact.error, ['configuration']);
}

/** Whether a call does what the producer's last error failed to do. */
export function isAgain(it: Interpreter, state: State, deed: Deed, { error, via }: ProducerFact): boolean {
  if (error === errorIdOf(it, deed)) return via !== undefined;
  if (error === undefined || it.sourceOf(error)?.table?.operation !== deed.operation) return false;
  const fact = deed.transaction === undefined ? undefined : state.fact('transaction', deed.transaction);
  return deed.operation === 'commit'
    ? fact?.commitError === error
    : fact?.failed.some((f) => f.error === error && f.offsets && f.text === deed.text) === true;
}

/** Reports a producer that goes back into a pool or cache after an error made it unusable. */
export function givenBack(it: Interpreter, state: State, value: Value, node: TSESTree.Node): void {
  if (value.kind !== 'api') return;
  const fact = state.fact('producer', value.id);
  const rows = defunctRows(it, state, fact);
  const source = fact?.error === undefined ? undefined : it.sourceOf(fact.error);
  if (!fact || !rows || !source?.table) return;
  report(
    it,
    state,
    'defunct-reuse',
    node,
    fact.error,
    { client: value.client, operation: source.table.operation, node },
    { rows, detail: 'pooled', related: source.node },
  );
}
