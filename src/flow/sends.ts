import type { TSESTree } from '@typescript-eslint/utils';
import { type ClientId, profileOf } from '../clients/index.js';
import { type MemberValue, type Value, textOf } from '../model/value.js';
import type { RowId } from '../taxonomy/index.js';
import { hashOf } from '../model/hash.js';
import { type Effect, effectsIn, maskOf } from './errors.js';
import { defunctRows, errorIdOf, failures, isSeen, refused, without } from './failures.js';
import type { Interpreter } from './interpreter.js';
import type { Deed, Ended } from './operations.js';
import { boundAllows, failedProducer, isAgain, repeatAllows } from './producers.js';
import { report, rowsOf } from './reports.js';
import { siteAmong } from './sites.js';
import type { FailedSend, State } from './state.js';
import { transactionOf, withTransaction } from './transactions.js';

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
  requeued: false,
  past: false,
});

export function send(it: Interpreter, state: State, deed: Deed, result: Value): Ended[] {
  for (const turn of deed.varies) it.itemTurns.add(turn);
  const fact = transactionOf(state, deed);
  let going = state;
  const resent = new Set<string>();
  // Once its end was tried nothing is sent in the transaction any more.
  if (fact && !fact.commit && fact.abortError === undefined) {
    for (const again of fact.failed) {
      if (
        again.offsets ||
        again.past ||
        !(isSameRecords(again.text, deed.text) || isPiecemeal(it, again, deed))
      )
        continue;
      if (again.via === undefined && !isSeen(it, state, again.error)) continue;
      const rows = rowsOf(it, state, again.error, isSorted(state, again.error) ? undefined : ['retriable']);
      if (!rows || isBackPressure(it, state, again.error)) continue;
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
    if (doubt.error !== undefined && doubt.via === undefined && !isSeen(it, going, doubt.error)) continue;
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
  const isSame = (f: FailedSend): boolean =>
    !f.offsets && !f.past && (isSameRecords(f.text, deed.text) || isPiecemeal(it, f, deed));
  // That other records were sent by the same call mends nothing of what a handler has taken.
  const isLost =
    going.fact('error', id)?.handler !== undefined &&
    fact?.failed.some((f) => f.error === id && !isSame(f)) === true;
  const ok = withTransaction(isLost ? going : going.withoutFact('error', id), deed, fact, {
    used: true,
    sent,
    failed: fact?.failed.map((f) => (isSame(f) ? { ...f, resent: true } : f)) ?? [],
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

/** Whether only the text of an error was asked: whatever it is, it does not go away by that. */
const isSorted = (state: State, error: string): boolean => state.fact('error', error)?.sorted === true;

/** The same text is the same records, and so are those of the items of one list, by whichever callback or loop they are sent. */
const isSameRecords = (a: string, b: string): boolean => a === b || ofItems(a) === ofItems(b);

/** A text without the turns with which its values change. */
const ofItems = (text: string): string => text.replaceAll(/\|[\d,]+\|/g, '||');

export const isMomentary = (parts: readonly string[]): boolean => {
  const unknowns = parts.filter((p) => !p.startsWith('='));
  return (
    unknowns.length > 0 &&
    unknowns.every((p) =>
      /^(`\(|[\w.]+\()*(Date\.now\(\)|random@|Math\.random|count\(|native:positive)/.test(p),
    )
  );
};

/** The constants (marked with =) and the texts of unknown values in what is sent. */
export function partsOf(values: readonly Value[], depth = 5): readonly string[] {
  const parts: string[] = [];
  for (const value of values) {
    if (value.kind === 'literal' || value.kind === 'nil') parts.push(`=${value.key}`);
    else if (value.kind === 'unknown') parts.push(value.text);
    else if (depth > 0 && value.kind === 'object')
      parts.push(...partsOf([...value.fields.values()], depth - 1));
    else if (depth > 0 && value.kind === 'list') parts.push(...partsOf(value.items, depth - 1));
  }
  return parts;
}

/** Whether a handler sends the items of what it was that failed, and no constants of its own (another topic): the same records one by one. */
function isPiecemeal(it: Interpreter, failed: FailedSend, deed: Deed): boolean {
  if (!it.handling.some((h) => h.errors.includes(failed.error))) return false;
  const isPart = (part: string): boolean =>
    failed.parts.includes(part) ||
    failed.parts.some(
      (whole) =>
        part === `each(${whole})` || part.startsWith(`each(${whole}).`) || part.startsWith(`${whole}.slice(`),
    );
  return deed.parts.some((part) => !part.startsWith('=')) && deed.parts.every(isPart);
}

/** The effects of a commit's errors that leave its outcome in doubt. */
const doubtful = (client: ClientId): readonly Effect[] | undefined =>
  profileOf(client).behaviour.stuckAfterFailedEnd ? undefined : ['retriable', 'recoverable'];

/** The state after something was put back into a list that a loop empties: what is made of the records of a failed send is sent again. */
export function requeued(it: Interpreter, state: State, added: readonly Value[]): State {
  const errors = new Set(it.handling.flatMap((h) => h.errors));
  if (errors.size === 0) return state;
  // What is spread is what it is spread from; an object in a list is there by its key.
  const texts = added
    .flatMap((value) => (value.kind === 'object' ? [value.text, value.key] : [textOf(value)]))
    .flatMap((text) => (text.startsWith('...') ? [text, text.slice(3)] : [text]));
  const isAdded = ({ error, parts }: FailedSend): boolean =>
    errors.has(error) &&
    parts.some(
      (part) =>
        !part.startsWith('=') &&
        texts.some((t) => t.includes(part) || t.includes(part.replace(/\.\w+$/, ''))),
    );
  const next = state.factsOf('transaction').reduce((s, [id, fact]) => {
    if (!fact.failed.some(isAdded)) return s;
    const failed = fact.failed.map((f) => (isAdded(f) ? { ...f, requeued: true } : f));
    return s.withFact(id, { ...fact, failed });
  }, state);
  // Those whose commit is in doubt are not other ones at the next turn either.
  return next.factsOf('doubt').reduce((s, [id, fact]) => {
    if (fact.error === undefined || !errors.has(fact.error)) return s;
    const sent = fact.sent.map((one) =>
      texts.some((t) => one.text.includes(t)) ? { ...one, varies: [] } : one,
    );
    return s.withFact(id, { ...fact, sent });
  }, next);
}

/** Back-pressure, which the client raises before anything is sent: nothing else, or, where only the text was asked, maybe. */
function isBackPressure(it: Interpreter, state: State, error: string): boolean {
  const source = it.sourceOf(error);
  const fact = state.fact('error', error);
  if (!source?.table || !fact) return false;
  if (fact.sorted) return maskOf(source.table, 'before-send') !== 0n;
  const effects = effectsIn(source.table, fact.mask);
  return effects.size === 1 && effects.has('before-send');
}

/** A send of the producer that the client leaves outside of an open transaction, or refuses. */
export function sendOutside(it: Interpreter, state: State, deed: Deed, result: Value): Ended[] {
  for (const [id, fact] of state.factsOf('transaction')) {
    if (
      fact.producer === deed.producer &&
      fact.begun &&
      (fact.state === 'open' || fact.state === 'must-abort')
    ) {
      report(it, state, 'outside', siteAmong(it, id, deed.node), undefined, deed, {
        detail: deed.membership ?? 'outside',
        related: fact.begun,
      });
    }
  }
  return plainSend(it, state, deed, result);
}

/** A send that is no part of a transaction: its errors are nothing to the rules. */
export function plainSend(it: Interpreter, state: State, deed: Deed, result: Value): Ended[] {
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
    report(it, state, 'outside', siteAmong(it, id, node), undefined, deed, {
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

export function sendOffsets(it: Interpreter, before: State, deed: Deed, result: Value): Ended[] {
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
