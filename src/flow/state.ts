import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { ClientId } from '../clients/index.js';
import type { Operation } from '../taxonomy/index.js';
import { anyNumberOf, joined, type Value } from '../model/value.js';
import type { Course } from './courses.js';
import { hashOf } from '../model/hash.js';
import { Digest } from './digest.js';

type Variable = TSESLint.Scope.Variable;

/** A send or sendOffsets of a transaction that failed. */
export interface FailedSend {
  readonly at: TSESTree.Node;
  readonly offsets: boolean;
  /** What was sent, as text; the same text is the same records. */
  readonly text: string;
  /** The text's hash. */
  readonly hash: number;
  /** What the records are made of: constants and the texts of unknown values. */
  readonly parts: readonly string[];
  /** The loops with whose turns the records change. */
  readonly varies: readonly string[];
  readonly error: string;
  /** The loop, recursion or helper that came round again since. */
  readonly via: TSESTree.Node | undefined;
  /** The same records were sent again. */
  readonly resent: boolean;
  /** The handler has put the records back to those that the loop still has to send. */
  readonly requeued: boolean;
  /** A loop has gone on to other records. */
  readonly past: boolean;
}

/** Records that were sent. */
export interface SentRecords {
  /** The same text is the same records. */
  readonly text: string;
  /** The text's hash. */
  readonly hash: number;
  readonly varies: readonly string[];
}

export interface TransactionFact {
  readonly is: 'transaction';
  readonly client: ClientId;
  readonly producer: string;
  readonly state: 'open' | 'must-abort' | 'in-doubt' | 'ended';
  /** Where it was begun, if in view. */
  readonly begun: TSESTree.Node | undefined;
  readonly used: boolean;
  /** Somebody out of view could end it. */
  readonly held: boolean;
  readonly failed: readonly FailedSend[];
  readonly sent: readonly SentRecords[];
  readonly commit: TSESTree.Node | undefined;
  readonly commitError: string | undefined;
  readonly abortError: string | undefined;
  readonly abortVia: TSESTree.Node | undefined;
}

export interface ProducerFact {
  readonly is: 'producer';
  readonly client: ClientId;
  readonly state: 'usable' | 'failed' | 'closed';
  readonly error: string | undefined;
  /** Every row of the error leaves the producer unusable. */
  readonly stuck: boolean;
  /** The loops with whose turns the work that failed changes. */
  readonly varies: readonly string[];
  readonly via: TSESTree.Node | undefined;
  /** A loop has gone on to other work. */
  readonly past: boolean;
  readonly held: boolean;
}

/** Records whose transaction may be, or is, committed. */
export interface DoubtFact {
  readonly is: 'doubt';
  readonly commit: TSESTree.Node;
  readonly error: string | undefined;
  readonly sent: readonly SentRecords[];
  readonly via: TSESTree.Node | undefined;
  /** The commit succeeded, and nothing has gone wrong since. */
  readonly dormant: boolean;
}

export interface ErrorFact {
  readonly is: 'error';
  /** The variants it can still be: bits of the operation's list. */
  readonly mask: bigint;
  /** Something out of view has judged it. */
  readonly judged: boolean;
  /** Its text was asked, so that on this way it may be any of its rows, but hardly all of them. */
  readonly sorted: boolean;
  readonly surfaced: boolean;
  /** It counts as surfaced for the producer was closed or replaced: nobody has heard of it. */
  readonly unheard: boolean;
  /** Who received it last. */
  readonly handler: TSESTree.Node | undefined;
  /** The errors that were being handled when the operation failed. */
  readonly during: readonly string[];
  /** The abort that has cleaned up after it. */
  readonly cleanedBy: string | undefined;
  /** What was done since; undefined where nobody records it. */
  readonly course?: Course | undefined;
}

/** A promise that nobody has waited for yet. */
export interface DebtFact {
  readonly is: 'debt';
  readonly at: TSESTree.Node;
  readonly operation: Operation;
  readonly transaction: string;
}

/** A field of an instance, or a promise's settlement. */
export interface CellFact {
  readonly is: 'cell';
  readonly value: Value;
}

/** What a condition on an unknown value was decided to be. */
export interface AssumptionFact {
  readonly is: 'assumption';
  readonly holds: boolean;
}

export type Fact =
  TransactionFact | ProducerFact | DoubtFact | ErrorFact | DebtFact | CellFact | AssumptionFact;

/** Adds what tells a fact from others of its kind; false where nothing does. */
function digest(to: Digest, fact: Fact): boolean {
  switch (fact.is) {
    case 'transaction':
      to.text(fact.state)
        .node(fact.begun)
        .flag(fact.used)
        .flag(fact.held)
        .each(fact.failed, (f) =>
          to.node(f.at).number(f.hash).text(f.error).node(f.via).flag(f.resent).flag(f.requeued).flag(f.past),
        )
        .each(fact.sent, (s) => to.number(s.hash))
        .node(fact.commit)
        .text(fact.commitError)
        .text(fact.abortError)
        .node(fact.abortVia);
      return true;
    case 'producer':
      to.text(fact.state)
        .text(fact.error)
        .flag(fact.stuck)
        .each(fact.varies, (loop) => to.text(loop))
        .node(fact.via)
        .flag(fact.past)
        .flag(fact.held);
      return true;
    case 'doubt':
      to.node(fact.commit)
        .text(fact.error)
        .each(fact.sent, (s) => to.number(s.hash))
        .node(fact.via)
        .flag(fact.dormant);
      return true;
    case 'error':
      to.mask(fact.mask)
        .flag(fact.judged)
        .flag(fact.sorted)
        .flag(fact.surfaced)
        .flag(fact.unheard)
        .node(fact.handler)
        .each(fact.during, (error) => to.text(error))
        .text(fact.cleanedBy);
      if (fact.course) to.text(fact.course.key).flag(fact.course.past);
      return true;
    case 'debt':
      to.node(fact.at).text(fact.transaction);
      return true;
    case 'cell':
      if (fact.value.plain) return false;
      to.text(fact.value.key);
      return true;
    case 'assumption':
      to.flag(fact.holds);
      return true;
  }
}

/** Where a variable is declared tells it from the others of the file. */
const placeOf = (variable: Variable): number => variable.identifiers[0]?.range[0] ?? hashOf(variable.name);

/** A variable's value, with the hashes that tell it from others; both 0 for a plain one. */
interface Slot {
  readonly variable: Variable;
  readonly value: Value;
  readonly a: number;
  readonly b: number;
}
/** A fact under its name. */
interface Entry {
  readonly id: string;
  readonly fact: Fact;
  readonly a: number;
  readonly b: number;
}

function slotOf(variable: Variable, value: Value): Slot {
  if (value.plain) return { variable, value, a: 0, b: 0 };
  const { a, b } = new Digest().number(placeOf(variable)).text(value.key);
  return { variable, value, a, b };
}

function entryOf(id: string, fact: Fact): Entry {
  const to = new Digest().text(fact.is).text(id);
  return digest(to, fact) ? { id, fact, a: to.a, b: to.b } : { id, fact, a: 0, b: 0 };
}

/** Everything known at a point of the program on one way to it. Immutable. */
export class State {
  static readonly empty = new State([], [], 0, 0);
  #key: string | undefined;

  /** The hashes are those of all that is not plain, combined so that one change is one step. */
  private constructor(
    private readonly slots: readonly Slot[],
    private readonly entries: readonly Entry[],
    private readonly a: number,
    private readonly b: number,
  ) {}

  /** States with the same key differ in nothing that matters to a transaction. */
  get key(): string {
    return (this.#key ??= `${this.a}.${this.b}`);
  }

  /** Whether the other state has the same key. */
  matches(other: State): boolean {
    return this === other || (this.a === other.a && this.b === other.b);
  }

  /** What the variables hold. */
  get variables(): readonly { readonly variable: Variable; readonly value: Value }[] {
    return this.slots;
  }

  get facts(): readonly { readonly id: string; readonly fact: Fact }[] {
    return this.entries;
  }

  #slot(variable: Variable): number {
    for (let i = this.slots.length - 1; i >= 0; i--) if (this.slots[i]?.variable === variable) return i;
    return -1;
  }

  get(variable: Variable): Value | undefined {
    return this.slots[this.#slot(variable)]?.value;
  }

  set(variable: Variable, value: Value): State {
    const at = this.#slot(variable);
    const before = this.slots[at];
    if (before?.value.key === value.key) return this;
    const slot = slotOf(variable, value);
    const slots = this.slots.slice();
    if (before) slots[at] = slot;
    else slots.push(slot);
    return new State(
      slots,
      this.entries,
      this.a ^ (before?.a ?? 0) ^ slot.a,
      this.b ^ (before?.b ?? 0) ^ slot.b,
    );
  }

  /** Forgets variables that nothing can read any more. */
  without(variables: readonly Variable[]): State {
    if (variables.length === 0) return this;
    let { a, b } = this;
    const slots = this.slots.filter((slot) => {
      if (!variables.includes(slot.variable)) return true;
      a ^= slot.a;
      b ^= slot.b;
      return false;
    });
    return slots.length === this.slots.length ? this : new State(slots, this.entries, a, b);
  }

  /** Puts back what the variables held in another state, or nothing where they held nothing. */
  restored(variables: readonly Variable[], from: State): State {
    if (variables.length === 0) return this;
    let { a, b } = this;
    const slots = this.slots.filter((slot) => {
      if (!variables.includes(slot.variable)) return true;
      a ^= slot.a;
      b ^= slot.b;
      return false;
    });
    for (const slot of from.slots) {
      if (!variables.includes(slot.variable)) continue;
      slots.push(slot);
      a ^= slot.a;
      b ^= slot.b;
    }
    return new State(slots, this.entries, a, b);
  }

  #entry(kind: Fact['is'], id: string): number {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i] as Entry;
      if (entry.id === id && entry.fact.is === kind) return i;
    }
    return -1;
  }

  fact<K extends Fact['is']>(kind: K, id: string): Extract<Fact, { is: K }> | undefined {
    return this.entries[this.#entry(kind, id)]?.fact as Extract<Fact, { is: K }> | undefined;
  }

  /** All facts of a kind with their ids. */
  factsOf<K extends Fact['is']>(kind: K): (readonly [string, Extract<Fact, { is: K }>])[] {
    const found: (readonly [string, Extract<Fact, { is: K }>])[] = [];
    for (const { id, fact } of this.entries)
      if (fact.is === kind) found.push([id, fact as Extract<Fact, { is: K }>]);
    return found;
  }

  withFact(id: string, fact: Fact): State {
    const at = this.#entry(fact.is, id);
    const before = this.entries[at];
    if (before?.fact === fact) return this;
    const entry = entryOf(id, fact);
    const entries = this.entries.slice();
    if (before) entries[at] = entry;
    else entries.push(entry);
    return new State(
      this.slots,
      entries,
      this.a ^ (before?.a ?? 0) ^ entry.a,
      this.b ^ (before?.b ?? 0) ^ entry.b,
    );
  }

  withoutFact(kind: Fact['is'], id: string): State {
    const at = this.#entry(kind, id);
    const before = this.entries[at];
    if (!before) return this;
    const entries = this.entries.slice();
    entries.splice(at, 1);
    return new State(this.slots, entries, this.a ^ before.a, this.b ^ before.b);
  }

  /** Joins two states with the same key: plain values that differ become unknown. */
  joinedWith(other: State): State {
    if (other === this) return this;
    let slots: Slot[] | undefined;
    for (const [index, slot] of this.slots.entries()) {
      const { variable, value } = slot;
      if (!value.plain) continue;
      const theirs = other.get(variable);
      if (!theirs || theirs.key === value.key) continue;
      const both = joined(value, theirs, String(placeOf(variable)));
      if (both.key === value.key) continue;
      slots ??= this.slots.slice();
      slots[index] = slotOf(variable, both);
    }
    for (const slot of other.slots) {
      if (!slot.value.plain || this.#slot(slot.variable) >= 0) continue;
      slots ??= this.slots.slice();
      slots.push(slot);
    }
    let entries: Entry[] | undefined;
    for (const [index, { id, fact }] of this.entries.entries()) {
      if (fact.is !== 'cell' || !fact.value.plain) continue;
      const theirs = other.fact('cell', id);
      if (!theirs || theirs.value.key === fact.value.key) continue;
      const both = joined(fact.value, theirs.value, id);
      if (both.key === fact.value.key) continue;
      entries ??= this.entries.slice();
      entries[index] = entryOf(id, { is: 'cell', value: both });
    }
    for (const { id, fact } of other.entries) {
      const list = fact.is === 'cell' && fact.value.kind === 'list' ? fact.value : undefined;
      if (!list?.plain || this.#entry('cell', id) >= 0) continue;
      // What a list in a field has got on one way it may have.
      entries ??= this.entries.slice();
      entries.push(entryOf(id, { is: 'cell', value: anyNumberOf(list) }));
    }
    return slots || entries ? new State(slots ?? this.slots, entries ?? this.entries, this.a, this.b) : this;
  }

  /** Whether the plain values are the same too. */
  sameAs(other: State): boolean {
    return this.joinedWith(other) === this;
  }
}
