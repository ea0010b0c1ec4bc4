import type { TSESTree } from '@typescript-eslint/utils';
import type { FunctionNode } from '../model/syntax.js';
import { closesInTestHook } from '../model/test-hooks.js';
import { errorsIn, holdsOf, type Value } from '../model/value.js';
import type { Interpreter } from './interpreter.js';
import { report, rowsOf } from './reports.js';
import { siteAmong } from './sites.js';
import { isLeftOpen } from './transactions.js';
import { escape } from './unseen-calls.js';
import { hasEffect } from './errors.js';
import type { Outcome } from './outcome.js';
import type { ErrorFact, State, TransactionFact } from './state.js';

/** Judges a way on which control leaves the file's code. */
export function leave(it: Interpreter, outcome: Outcome): void {
  const { value } = outcome;
  const fails = outcome.how === 'throw' || (value.kind === 'promise' && !value.fulfilled);
  const what = value.kind === 'promise' ? value.value : value;
  const told = errorsIn(what);
  if (it.courses) delete it.frame.at;
  const state = escape(it, outcome.state, value);
  it.courses?.left(it, state, told, fails, (id) => openness(it, state, id));
  for (const [id, fact] of state.factsOf('error')) {
    const source = it.sourceOf(id);
    if (source?.table?.operation !== 'abort' || !isHeard(fact)) continue;
    // Closing the producer deals with both, whichever of the two it was that led there.
    if (!told.includes(id) && state.fact('producer', source.producer ?? '')?.state === 'closed') continue;
    // The abort's error reaches somebody; the error it was to clean up after does not. Of several, one was told of, and is why it was called.
    const causes = fact.during.filter((e) => state.fact('error', e));
    const isTold = (e: string): boolean => {
      const cause = state.fact('error', e);
      return told.includes(e) || (cause !== undefined && isHeard(cause));
    };
    const lost = causes.some(isTold) ? [] : causes;
    for (const cause of lost) {
      it.unguarded.push({ abort: id, cause, handler: state.fact('error', cause)?.handler });
    }
  }
  for (const [id, fact] of state.factsOf('error')) {
    if (fact.cleanedBy !== undefined && (isHeard(fact) || told.includes(id)))
      it.toldAfter.add(`${fact.cleanedBy} ${id}`);
  }
  if (!fails) swallowed(it, state);
  leftOpen(it, state, fails);
  for (const [, debt] of state.factsOf('debt')) {
    const transaction = state.fact('transaction', debt.transaction);
    if (transaction?.held === true) continue;
    report(
      it,
      state,
      'floating',
      debt.at,
      undefined,
      {
        client: transaction?.client ?? 'kafkajs',
        operation: debt.operation,
        node: debt.at,
      },
      { detail: 'never-awaited' },
    );
  }
}

/** Somebody has heard of an error. */
export const isHeard = ({ surfaced, unheard }: ErrorFact): boolean => surfaced && !unheard;

/**
 * Errors that a handler took and nobody heard of, on a way that goes on as if nothing had happened.
 *
 * @param before - Where given, errors that their handlers had taken there already are the matter of whoever is around.
 */
export function swallowed(it: Interpreter, state: State, before?: State): void {
  for (const [id, fact] of state.factsOf('error'))
    if (!before || before.fact('error', id)?.handler !== fact.handler) swallowedError(it, state, id, fact);
}

function swallowedError(it: Interpreter, state: State, id: string, fact: ErrorFact): void {
  const source = it.sourceOf(id);
  if (!source?.table || fact.surfaced || !fact.handler) return;
  if (!hasEffect(source.table, fact.mask, 'recoverable')) return;
  // With the producer closed nothing goes on.
  if (source.producer !== undefined && state.fact('producer', source.producer)?.state === 'closed') return;
  // An abort's own failure is the lesser one: whoever tells of the error that led to it has done enough.
  if (
    source.table.operation === 'abort' &&
    (fact.during.length > 0 ||
      !isBegunInView(state, source.transaction) ||
      it.askedElsewhere.has(source.transaction ?? '') ||
      isToldOf(it, state, source.transaction))
  )
    return;
  if (state.factsOf('error').some(([, f]) => f.surfaced && f.during.includes(id))) return;
  if (isLeftBeside(it, state, id, fact)) return;
  const rows = rowsOf(it, state, id, ['recoverable']);
  if (!rows) return;
  report(
    it,
    state,
    'swallowed',
    fact.handler,
    id,
    { client: source.table.client, operation: source.table.operation, node: source.node },
    { rows, related: source.node },
  );
}

/** Of errors that `Promise.allSettled` has taken together, somebody has looked at another one: that stands for all. */
function isLeftBeside(it: Interpreter, state: State, id: string, { handler }: ErrorFact): boolean {
  if (handler === undefined || it.settledBy.get(id) !== handler) return false;
  return state
    .factsOf('error')
    .some(
      ([other, fact]) => it.settledBy.get(other) === handler && (fact.surfaced || fact.handler !== handler),
    );
}

/** Whether somebody has heard of another error of the transaction, or of one of the application's own. */
const isToldOf = (it: Interpreter, state: State, transaction: string | undefined): boolean =>
  state.factsOf('error').some(([id, fact]) => {
    if (!fact.surfaced) return false;
    const source = it.sourceOf(id);
    return (
      source?.table === undefined ||
      (source.transaction === transaction && source.table.operation !== 'abort')
    );
  });

const isBegunInView = (state: State, transaction: string | undefined): boolean =>
  transaction !== undefined && state.fact('transaction', transaction)?.begun !== undefined;

function reportOpen(it: Interpreter, state: State, id: string, fact: TransactionFact, detail: string): void {
  if (!fact.begun) return;
  const start = it.begun.findLast((b) => b.transaction === id && b.node === fact.begun);
  const node = start ? siteAmong(it, id, fact.begun, start.frames) : fact.begun;
  const deed = { client: fact.client, operation: 'begin' as const, node };
  report(it, state, 'left-open', node, undefined, deed, { detail });
}

/** Whether a transaction is left open for nobody, or for whoever has the producer. */
function openness(it: Interpreter, state: State, id: string): 'left-open' | 'left-to-holder' | undefined {
  const fact = state.fact('transaction', id);
  if (!fact?.begun || fact.commit || (fact.state !== 'open' && fact.state !== 'must-abort')) return undefined;
  if (isLeftOpen(it, state, fact, fact.producer)) return 'left-open';
  return state.fact('producer', fact.producer)?.state === 'closed' ? undefined : 'left-to-holder';
}

function leftOpen(it: Interpreter, state: State, fails: boolean): void {
  for (const [id, fact] of state.factsOf('transaction')) {
    if (!fact.begun || !isLeftOpen(it, state, fact, fact.producer)) continue;
    // A test ends with its hooks.
    if (closesInTestHook(it.sourceCode)) continue;
    reportOpen(it, state, id, fact, fails ? 'throws' : 'returns');
  }
}

/** A listener whose promise nobody takes, and whose operations' errors therefore reach nobody. */
export function unheard(it: Interpreter, fn: FunctionNode, outcomes: readonly Outcome[]): void {
  const node = it.listeners.get(fn);
  if (!node) return;
  for (const { state, value } of outcomes) lostRejection(it, state, value, node);
}

/** Reports a rejected promise that carries an operation's error and that nobody takes. */
export function lostRejection(it: Interpreter, state: State, value: Value, node: TSESTree.Node): void {
  if (value.kind !== 'promise' || value.fulfilled) return;
  for (const hold of holdsOf(value.value)) {
    const source = hold.startsWith('e:') ? it.sourceOf(hold.slice(2)) : undefined;
    if (!source?.table) continue;
    if (state.fact('error', source.id)?.judged === true) continue;
    const { client, operation } = source.table;
    if (operation === 'init' || operation === 'close') continue;
    report(
      it,
      state,
      'floating',
      node,
      undefined,
      { client, operation, node: source.node },
      { detail: 'dropped' },
    );
  }
}

/** A handler that names a handle which is not declared there throws before it can end the transaction, whoever else could. */
export function stranded(it: Interpreter, state: State): void {
  for (const [id, fact] of state.factsOf('transaction')) {
    if (!fact.begun || fact.commit || (fact.state !== 'open' && fact.state !== 'must-abort')) continue;
    it.stranded.add(fact.begun);
    reportOpen(it, state, id, fact, 'throws');
  }
}
