import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf, type ClientId, type MethodMember } from '../clients/index.js';
import type { Operation, RowId } from '../taxonomy/index.js';
import { kindOf, resultOf, shapeOf } from '../model/api.js';
import { isLoop, memberName } from '../model/syntax.js';
import {
  errorValue,
  holdsOf,
  textOf,
  union,
  variesOf,
  type ApiValue,
  type MemberValue,
  type Value,
} from '../model/value.js';
import { withDeclared } from './declared-errors.js';
import { isDiscarded } from './discarded.js';
import type { Scope } from './courses.js';
import { effectsIn, maskOf, rowsIn, variantTable, type Effect, type VariantTable } from './errors.js';
import { hashOf } from './digest.js';
import type { FindingKind } from './finding.js';
import type { Interpreter } from './interpreter.js';
import type { DoubtFact, ErrorFact, FailedSend, ProducerFact, State, TransactionFact } from './state.js';

/** An operation about to be done: who, on what, with which records. */
interface Deed {
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
    takesFunction: method.style === 'promise' && args.some((a) => a.kind === 'function'),
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
      return [{ state: made.reduce((s, p) => closed(s, p, deed.client), state), ok: true, value: result }];
    }
  }
}

/** Whether a send is in a transaction as far as the file shows: one was begun in view, or the file begins some on the producer. */
export function isTransactional(
  it: Interpreter,
  state: State,
  of: { readonly client: ClientId; readonly producer: string },
): boolean {
  if (profileOf(of.client).behaviour.operationsOn === 'handle') return true;
  return state.fact('transaction', `tx:${of.producer}`) !== undefined || it.origins.begins(of.producer);
}

/** The state in which a name stands for another producer, of which nothing is known. */
export const another = (state: State, producer: string): State =>
  state.withoutFact('producer', producer).withoutFact('transaction', `tx:${producer}`);

/** A new producer: whatever was known under its name is past, and it replaces one that an error made unusable. */
export function created(state: State, value: Value): State {
  if (value.kind !== 'api' || kindOf(value.client, value.type) !== 'producer') return state;
  return takenCareOf(another(state, value.id));
}

/** The state in which a producer that is closed or replaced has dealt with the errors that handlers took. */
function takenCareOf(state: State): State {
  let next = state;
  for (const [id, fact] of state.factsOf('error')) {
    if (fact.handler && !fact.surfaced) next = next.withFact(id, { ...fact, surfaced: true });
  }
  return next;
}

/** The state after a producer was closed: its transactions are over, its errors are dealt with. */
function closed(state: State, producer: string, client: ClientId): State {
  const held = state.fact('producer', producer)?.held ?? false;
  let next = state.withFact(producer, { ...freshProducer(client), held, state: 'closed' });
  for (const [id, transaction] of next.factsOf('transaction')) {
    if (transaction.producer === producer) next = next.withFact(id, over(transaction));
  }
  return takenCareOf(next);
}

/** The name of the error that an operation's call raises; it is also that of the debt of its promise. */
export const errorIdOf = (it: Interpreter, of: { node: TSESTree.Node; operation: Operation }): string =>
  `${it.idOf(of.node)}.${of.operation}`;

const freshProducer = (client: ClientId): ProducerFact => ({
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

/** A transaction of which nothing is left to be said. */
const over = (fact: TransactionFact): TransactionFact => ({
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

const transactionOf = (state: State, deed: Deed): TransactionFact | undefined =>
  deed.transaction === undefined
    ? undefined
    : (state.fact('transaction', deed.transaction) ?? freshTransaction(deed, undefined));

/** The rows that an error can still be, without the client's own state errors; undefined when something unseen has judged it, or nobody has seen it yet. */
function rowsOf(
  it: Interpreter,
  state: State,
  error: string,
  effects?: readonly Effect[],
): ReadonlySet<RowId | 'unknown'> | undefined {
  const fact = state.fact('error', error);
  const table = it.sourceOf(error)?.table;
  if (!fact || !table || fact.judged) return undefined;
  if (state.fact('debt', error) && !it.settling.includes(error)) return undefined;
  let { mask } = fact;
  if (effects) mask &= effects.reduce((all, effect) => all | maskOf(table, effect), 0n);
  const rows = rowsIn(table, mask);
  it.courses?.masks.set(rows, mask & table.raised);
  return rows.size === 0 ? undefined : rows;
}

function report(
  it: Interpreter,
  state: State,
  kind: FindingKind,
  node: TSESTree.Node,
  error: string | undefined,
  deed: { client: ClientId; operation: Operation; node: TSESTree.Node },
  extra: {
    rows?: ReadonlySet<RowId | 'unknown'>;
    detail?: string;
    related?: TSESTree.Node | undefined;
    turn?: string;
  } = {},
): void {
  const source = error === undefined ? undefined : it.sourceOf(error);
  const handler = error === undefined ? undefined : state.fact('error', error)?.handler;
  const site =
    kind !== 'outside' && (isLoop(node) || node !== deed.node)
      ? it.siteOfRepeat(node, source?.node ?? deed.node)
      : it.siteFrom(handler, node);
  it.courses?.reported(it, state, { kind, node: site, error }, extra.rows);
  it.findings.add({
    kind,
    node: site,
    client: deed.client,
    operation: source?.table?.operation ?? deed.operation,
    call: source?.table ? source.node : deed.node,
    deed: deed.node,
    rows: extra.rows ?? new Set(),
    detail: extra.detail ?? '',
    error,
    related: extra.related,
    turn: extra.turn,
    handler,
  });
}

/**
 * The error that the operation can raise: one for all its rows, which tests and rules tell apart later, and one for
 * back-pressure, after which nothing has changed.
 */
function failures(
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
      surfaced: false,
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

/**
 * With a client whose transactions are handles of their own, a handle whose end was tried refuses everything: the call fails with
 * the client's own error, and nothing else changes.
 */
function refused(
  it: Interpreter,
  state: State,
  deed: Deed,
  fact: TransactionFact | undefined,
): Ended[] | undefined {
  if (profileOf(deed.client).behaviour.operationsOn !== 'handle' || !fact?.begun) return undefined;
  if (fact.state !== 'ended' && !fact.commit && fact.abortError === undefined) return undefined;
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
    surfaced: false,
    handler: undefined,
    during: it.handledNow(state),
    cleanedBy: undefined,
  });
  return [{ state: failed, ok: false, value: errorValue(id) }];
}

const withProducer = (state: State, deed: Deed, change: Partial<ProducerFact>): State =>
  state.withFact(deed.producer, {
    ...(state.fact('producer', deed.producer) ?? freshProducer(deed.client)),
    ...change,
  });

const withTransaction = (
  state: State,
  deed: Deed,
  fact: TransactionFact | undefined,
  change: Partial<TransactionFact>,
): State =>
  deed.transaction === undefined || !fact ? state : state.withFact(deed.transaction, { ...fact, ...change });

/** The producer after a failure: which of the error's rows leave it unusable is told by `defunctRows`. */
const failedProducer = (
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

/** The rows of a producer's last error that leave it unusable. */
function defunctRows(
  it: Interpreter,
  state: State,
  fact: ProducerFact | undefined,
): ReadonlySet<RowId | 'unknown'> | undefined {
  if (fact?.state !== 'failed' || fact.error === undefined) return undefined;
  return rowsOf(it, state, fact.error, fact.stuck ? undefined : ['recoverable']);
}

/** The state in which an error is none of those with some effects; undefined when it can be no other. */
function without(
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

/**
 * Reports an operation on a producer that cannot do it any more. Gives the state in which it still can, or undefined when there
 * is none.
 */
function producerAllows(it: Interpreter, state: State, deed: Deed, isStillOpen: boolean): State | undefined {
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
function repeatAllows(it: Interpreter, state: State, deed: Deed): State | undefined {
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
function boundAllows(it: Interpreter, state: State, deed: Deed, fact: ProducerFact): State | undefined {
  if (!fact.via || fact.error === undefined || it.isBounded(fact.via)) return state;
  const endless = rowsOf(it, state, fact.error, ['configuration']);
  if (!endless) return state;
  report(it, state, 'futile-retry', fact.via, fact.error, deed, { rows: endless, detail: 'endless' });
  return without(it, state, fact.error, ['configuration']);
}

/** Whether a call does what the producer's last error failed to do. */
function isAgain(it: Interpreter, state: State, deed: Deed, { error, via }: ProducerFact): boolean {
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

function begin(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
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

const failedSend = (deed: Deed, error: string, offsets: boolean): FailedSend => ({
  at: deed.node,
  offsets,
  text: deed.text,
  hash: hashOf(deed.text),
  parts: deed.parts,
  varies: deed.varies,
  error,
  via: undefined,
  resent: false,
  past: false,
});

function send(it: Interpreter, state: State, deed: Deed, result: Value): Ended[] {
  for (const turn of deed.varies) it.itemTurns.add(turn);
  const fact = transactionOf(state, deed);
  let going = state;
  const resent = new Set<string>();
  // Once its end was tried nothing is sent in the transaction any more.
  if (fact && !fact.commit && fact.abortError === undefined) {
    for (const again of fact.failed) {
      if (again.offsets || again.past || !(again.text === deed.text || isPiecemeal(it, again, deed)))
        continue;
      const rows = rowsOf(it, state, again.error, ['retriable']);
      if (!rows || isBackPressureAlone(it, state, again.error)) continue;
      resent.add(again.error);
      report(it, state, 'resend', again.via ?? deed.node, again.error, deed, {
        rows,
        detail: again.via ? 'loop' : 'handler',
        related: again.at,
      });
    }
  }
  const isOver = refused(it, state, deed, fact) !== undefined;
  for (const [id, doubt] of going.factsOf('doubt')) {
    // What the client refuses is sent nowhere.
    if (isOver || doubt.dormant || !doubt.sent.some((s) => s.text === deed.text)) continue;
    // Nothing has begun since: it is no other transaction.
    if (fact?.commit === doubt.commit) continue;
    // Work side by side does not follow from a failure that nobody has seen yet.
    const isSeen =
      doubt.error === undefined ||
      doubt.via !== undefined ||
      going.fact('error', doubt.error)?.handler !== undefined;
    if (!isSeen) continue;
    const rows =
      doubt.error === undefined ? new Set<RowId>() : rowsOf(it, going, doubt.error, doubtful(deed.client));
    if (rows) {
      report(it, going, 'replay', doubt.via ?? deed.node, doubt.error, deed, {
        rows,
        detail: doubt.error === undefined ? 'done' : 'doubt',
        related: doubt.commit,
      });
    }
    if (it.courses && doubt.error !== undefined)
      going = it.courses.step(it, going, doubt.error, 'replays', deed.node);
    going = going.withoutFact('doubt', id);
  }
  if (fact && fact.state !== 'ended') {
    // An operation of the transaction on a producer that an error made unusable.
    const producer = going.fact('producer', deed.producer);
    const rows = defunctRows(it, going, producer);
    if (
      producer?.error !== undefined &&
      rows &&
      // Whoever goes on with a batch and gathers what fails loses nothing: how the transaction ends is what counts.
      !(it.sourceOf(producer.error)?.transaction === deed.transaction && producer.past) &&
      !resent.has(producer.error)
    ) {
      report(it, going, 'defunct-reuse', deed.node, producer.error, deed, {
        rows,
        related: it.sourceOf(producer.error)?.node,
      });
      const rest = producer.stuck ? undefined : without(it, going, producer.error, ['recoverable']);
      if (!rest) return refused(it, going, deed, fact) ?? [];
      going = rest;
    }
    if (producer && !producer.past && isAgain(it, going, deed, producer)) {
      const rest = boundAllows(it, going, deed, producer);
      if (!rest) return refused(it, going, deed, fact) ?? [];
      going = rest;
    }
  }
  const refusal = refused(it, going, deed, fact);
  if (refusal) return refusal;
  const id = errorIdOf(it, deed);
  const sent = fact
    ? [
        ...fact.sent.filter((s) => s.text !== deed.text),
        { text: deed.text, hash: hashOf(deed.text), varies: deed.varies },
      ].slice(-12)
    : [];
  const ok = withTransaction(going.withoutFact('error', id), deed, fact, {
    used: true,
    sent,
    failed:
      fact?.failed.map((f) =>
        !f.offsets && !f.past && (f.text === deed.text || isPiecemeal(it, f, deed))
          ? { ...f, resent: true }
          : f,
      ) ?? [],
  });
  const failed = failures(it, going, deed, (after, error) => {
    const entry = failedSend(deed, error, false);
    const next = withTransaction(after, deed, fact, {
      used: true,
      state: fact?.state === 'open' ? 'must-abort' : (fact?.state ?? 'open'),
      failed: [...(fact?.failed.filter((f) => f.at !== deed.node) ?? []), entry].slice(-6),
    });
    return failedProducer(it, next, deed, error, deed.varies);
  });
  return [{ state: ok, ok: true, value: result }, ...failed];
}

const isMomentary = (parts: readonly string[]): boolean => {
  const unknowns = parts.filter((p) => !p.startsWith('='));
  return (
    unknowns.length > 0 &&
    unknowns.every((p) =>
      /^(`\(|[\w.]+\()*(Date\.now\(\)|random@|Math\.random|count\(|native:positive)/.test(p),
    )
  );
};

/** The constants (marked with =) and the texts of unknown values in what is sent. */
function partsOf(values: readonly Value[], depth = 5): readonly string[] {
  const parts: string[] = [];
  for (const value of values) {
    if (value.kind === 'literal') parts.push(`=${value.key}`);
    else if (value.kind === 'unknown') parts.push(value.text);
    else if (depth > 0 && value.kind === 'object')
      parts.push(...partsOf([...value.fields.values()], depth - 1));
    else if (depth > 0 && value.kind === 'list') parts.push(...partsOf(value.items, depth - 1));
  }
  return parts;
}

/** Whether a handler sends the items of what it was that failed, with the same constants (the topic): the same records one by one. */
function isPiecemeal(it: Interpreter, failed: FailedSend, deed: Deed): boolean {
  if (!it.handling.some((h) => h.errors.includes(failed.error))) return false;
  const constants = (parts: readonly string[]): string => parts.filter((p) => p.startsWith('=')).join();
  if (constants(failed.parts) !== constants(deed.parts)) return false;
  return deed.parts.some((part) => part.startsWith('each(') && failed.parts.includes(part.slice(5, -1)));
}

/** The effects of a commit's errors that leave its outcome in doubt. */
const doubtful = (client: ClientId): readonly Effect[] | undefined =>
  profileOf(client).behaviour.stuckAfterFailedEnd ? undefined : ['retriable', 'recoverable'];

/** Only back-pressure, which the client raises before anything is sent. */
function isBackPressureAlone(it: Interpreter, state: State, error: string): boolean {
  const source = it.sourceOf(error);
  const fact = state.fact('error', error);
  if (!source?.table || !fact) return false;
  const effects = effectsIn(source.table, fact.mask);
  return effects.size === 1 && effects.has('before-send');
}

/** A send of the producer that the client leaves outside of an open transaction, or refuses. */
function sendOutside(it: Interpreter, state: State, deed: Deed, result: Value): Ended[] {
  for (const [id, fact] of state.factsOf('transaction')) {
    if (
      fact.producer === deed.producer &&
      fact.begun &&
      (fact.state === 'open' || fact.state === 'must-abort')
    ) {
      report(it, state, 'outside', it.siteAmong(id, deed.node), undefined, deed, {
        detail: deed.membership ?? 'outside',
        related: fact.begun,
      });
    }
  }
  return plainSend(it, state, deed, result);
}

/** A send that is no part of a transaction: its errors are nothing to the rules. */
function plainSend(it: Interpreter, state: State, deed: Deed, result: Value): Ended[] {
  return [
    { state, ok: true, value: result },
    ...failures(
      it,
      state,
      deed,
      (after, error) => {
        const fact = after.fact('error', error);
        return fact ? after.withFact(error, { ...fact, judged: true }) : after;
      },
      false,
    ),
  ];
}

/** What has the producer sends a record by itself: outside of a transaction that is open on that producer. */
export function sendsBeside(it: Interpreter, state: State, callee: MemberValue, node: TSESTree.Node): void {
  for (const [id, fact] of state.factsOf('transaction')) {
    if (fact.producer !== `${callee.owner?.id ?? ''}.producer` || !fact.begun) continue;
    if (fact.state !== 'open' && fact.state !== 'must-abort') continue;
    const deed = { client: callee.client, operation: 'send' as const, node };
    report(it, state, 'outside', it.siteAmong(id, node), undefined, deed, {
      detail: 'outside',
      related: fact.begun,
    });
  }
}

/** The consumer commits its own offsets: outside of any transaction that is open. */
export function consumerCommits(
  it: Interpreter,
  state: State,
  callee: MemberValue,
  node: TSESTree.Node,
): void {
  for (const [, fact] of state.factsOf('transaction')) {
    if (fact.begun && (fact.state === 'open' || fact.state === 'must-abort')) {
      report(
        it,
        state,
        'outside',
        node,
        undefined,
        { client: callee.client, operation: 'sendOffsets', node },
        { detail: 'consumer', related: fact.begun },
      );
    }
  }
}

function sendOffsets(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
  const state = repeatAllows(it, before, deed);
  if (!state) return refused(it, before, deed, transactionOf(before, deed)) ?? [];
  const fact = transactionOf(state, deed);
  const refusal = refused(it, state, deed, fact);
  if (refusal) return refusal;
  const ok = withTransaction(state.withoutFact('error', errorIdOf(it, deed)), deed, fact, {
    used: true,
    failed: fact?.failed.filter((f) => !(f.offsets && (f.at === deed.node || f.text === deed.text))) ?? [],
  });
  const failed = failures(it, state, deed, (after, error) => {
    const entry = failedSend(deed, error, true);
    const next = withTransaction(after, deed, fact, {
      used: true,
      failed: [...(fact?.failed.filter((f) => f.at !== deed.node) ?? []), entry].slice(-6),
    });
    return failedProducer(it, next, deed, error, deed.varies);
  });
  return [{ state: ok, ok: true, value: result }, ...failed];
}

function commit(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
  const state = repeatAllows(it, before, deed);
  if (!state) return refused(it, before, deed, transactionOf(before, deed)) ?? [];
  const fact = transactionOf(state, deed);
  const { behaviour } = profileOf(deed.client);
  const refusal = refused(it, state, deed, fact);
  if (refusal) return refusal;
  if (fact) {
    for (const failed of fact.failed) {
      if (failed.resent) continue;
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

function abort(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
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
  it.abortSites.set(errorIdOf(it, deed), it.siteFrom(it.handling.at(-1)?.node, deed.node));
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
    if (it.handledNow(after).length > 0) return next;
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

/** What `isActive()` of a transaction answers, where it is known. */
export function isActive(state: State, owner: ApiValue): boolean | undefined {
  const { operationsOn } = profileOf(owner.client).behaviour;
  const fact = state.fact('transaction', operationsOn === 'producer' ? `tx:${owner.id}` : owner.id);
  if (!fact) return undefined;
  if (operationsOn === 'handle')
    return !fact.commit && fact.state !== 'ended' && fact.abortError === undefined;
  return fact.commitError === undefined && fact.abortError === undefined ? fact.state !== 'ended' : undefined;
}

/** An end that only the client notices (`cancel`). */
export function endedLocally(state: State, owner: ApiValue): State {
  const fact = state.fact('transaction', owner.id);
  return fact ? state.withFact(owner.id, over(fact)) : state;
}

/** Whether each turn of a loop is about another item. */
const goesThroughItems = (node: TSESTree.Node): boolean =>
  node.type === T.ForOfStatement ||
  node.type === T.ForInStatement ||
  (node.type === T.CallExpression &&
    node.callee.type === T.MemberExpression &&
    memberName(node.callee) === 'reduce');

/** Whether a loop's next turn is about other work than that which failed. An attempt that is repeated is not lost: the next one decides. */
const isDone = (it: Interpreter, error: string, loop: string, node: TSESTree.Node): boolean =>
  it.workOf(error).includes(loop) || goesThroughItems(node);

/** The state in which a loop, recursion or helper comes round again; `works` says whether a client's methods were called in it. */
export function advanced(
  it: Interpreter,
  before: State,
  loop: string,
  node: TSESTree.Node,
  works = true,
): State {
  if (!works) return pruned(it, before, node);
  const state = pruned(it, doubtsAfter(before, loop, node), node);
  let next = state;
  for (const [id, fact] of state.factsOf('transaction')) {
    if (fact.failed.length === 0 && (fact.abortError === undefined || fact.abortVia)) continue;
    next = next.withFact(id, {
      ...fact,
      failed: fact.failed.map((f) =>
        f.past
          ? f
          : f.varies.includes(loop)
            ? { ...f, text: '', hash: hashOf(''), past: true }
            : f.via
              ? f
              : { ...f, via: node },
      ),
      abortVia: fact.abortError === undefined ? undefined : (fact.abortVia ?? node),
    });
  }
  for (const [id, fact] of state.factsOf('producer')) {
    if (it.changing.get(id)?.includes(loop) === true) {
      next = another(next, id);
      continue;
    }
    if (fact.error === undefined || fact.past) continue;
    const past = fact.varies.includes(loop) || (fact.varies.length === 0 && goesThroughItems(node));
    if (past) next = next.withFact(id, { ...fact, past: true });
    else if (!fact.via) next = next.withFact(id, { ...fact, via: node });
  }
  return it.courses?.turned(it, before, next, node, (error) => isDone(it, error, loop, node)) ?? next;
}

/** Of the records whose commit is in doubt, those count on that the next turn could send again. */
function doubtsAfter(state: State, loop: string, node: TSESTree.Node): State {
  let next = state;
  for (const [id, fact] of state.factsOf('doubt')) {
    const sent = fact.sent.filter((s) => !s.varies.includes(loop));
    if (sent.length === 0) next = next.withoutFact('doubt', id);
    else if (sent.length < fact.sent.length || !fact.via)
      next = next.withFact(id, { ...fact, sent, via: fact.via ?? node });
  }
  return next;
}

export { report, rowsOf };

/** Forgets errors that can make no difference any more: those that nobody has, and that no producer or transaction is the worse for. */
function pruned(it: Interpreter, state: State, node: TSESTree.Node): State {
  const referred = new Set<string>();
  const held = new Set<string>();
  const things = new Set<string>();
  const refer = (holds: readonly string[]): void => {
    for (const hold of holds) (hold.startsWith('e:') ? held : things).add(hold.slice(2));
  };
  for (const { value } of state.variables) refer(holdsOf(value));
  for (const { fact } of state.facts) if (fact.is === 'cell') refer(holdsOf(fact.value));
  let next = state;
  // A handle that nobody has any more, and whose transaction is not open, is done with.
  for (const [id, fact] of state.factsOf('transaction')) {
    if (things.has(id) || fact.state === 'open' || fact.state === 'must-abort') continue;
    if (profileOf(fact.client).behaviour.operationsOn === 'handle')
      next = next.withoutFact('transaction', id);
    else if (fact.state === 'ended' || goesThroughItems(node)) next = next.withFact(id, over(fact));
  }
  for (const { fact } of next.facts) {
    switch (fact.is) {
      case 'transaction':
        for (const failed of fact.failed) referred.add(failed.error);
        if (fact.commitError !== undefined) referred.add(fact.commitError);
        if (fact.abortError !== undefined) referred.add(fact.abortError);
        break;
      case 'producer':
      case 'doubt':
        if (fact.error !== undefined) referred.add(fact.error);
        break;
      default:
    }
  }
  for (const [id, fact] of state.factsOf('error')) {
    if (fact.surfaced && fact.cleanedBy !== undefined) it.toldAfter.add(`${fact.cleanedBy} ${id}`);
    if (held.has(id) || it.handling.some((h) => h.errors.includes(id))) continue;
    // Nobody has the error any more: nobody can tell of it, nor of what happened while it was handled.
    if (referred.has(id)) {
      const during = fact.during.length > 0 ? ['*'] : fact.during;
      if (fact.cleanedBy !== undefined || during !== fact.during)
        next = next.withFact(id, { ...fact, during, cleanedBy: undefined });
      continue;
    }
    next = next.withoutFact('error', id);
  }
  return next;
}
