import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { ClientId } from '../clients/index.js';
import type { Operation } from '../taxonomy/index.js';
import { joined, type Value } from '../model/value.js';

type Variable = TSESLint.Scope.Variable;

/** A send or sendOffsets of a transaction that failed. */
export interface FailedSend {
  readonly at: TSESTree.Node;
  readonly offsets: boolean;
  /** What was sent, as text; the same text is the same records. */
  readonly text: string;
  /** The loops with whose turns the records change. */
  readonly varies: readonly string[];
  readonly error: string;
  /** The loop, recursion or helper that came round again since. */
  readonly via: TSESTree.Node | undefined;
  /** The same records were sent again. */
  readonly resent: boolean;
  /** A loop has gone on to other records. */
  readonly past: boolean;
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
  readonly sent: readonly { readonly text: string; readonly varies: readonly string[] }[];
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
  readonly sent: readonly { readonly text: string; readonly varies: readonly string[] }[];
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
  readonly surfaced: boolean;
  /** Who received it last. */
  readonly handler: TSESTree.Node | undefined;
  /** The errors that were being handled when the operation failed. */
  readonly during: readonly string[];
  /** The abort that has cleaned up after it. */
  readonly cleanedBy: string | undefined;
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

const factKeys = new WeakMap<Fact, string>();
const ids = new WeakMap<object, string>();
let nextId = 0;
const idOf = (node: object | undefined): string => {
  if (!node) return '';
  let id = ids.get(node);
  if (id === undefined) ids.set(node, (id = String(nextId++)));
  return id;
};

function keyOf(fact: Fact): string {
  let key = factKeys.get(fact);
  if (key !== undefined) return key;
  switch (fact.is) {
    case 'transaction':
      key = [
        fact.state,
        idOf(fact.begun),
        fact.used,
        fact.held,
        fact.failed
          .map(
            (f) => `${idOf(f.at)}~${f.text}~${f.error}~${idOf(f.via)}~${String(f.resent)}~${String(f.past)}`,
          )
          .join(),
        fact.sent.map((s) => s.text).join(),
        idOf(fact.commit),
        fact.commitError,
        fact.abortError,
        idOf(fact.abortVia),
      ].join('/');
      break;
    case 'producer':
      key = [fact.state, fact.error, fact.stuck, fact.varies.join(), idOf(fact.via), fact.past, fact.held].join('/');
      break;
    case 'doubt':
      key = [
        idOf(fact.commit),
        fact.error,
        fact.sent.map((s) => s.text).join(),
        idOf(fact.via),
        fact.dormant,
      ].join('/');
      break;
    case 'error':
      key = [
        fact.mask.toString(36),
        fact.judged,
        fact.surfaced,
        idOf(fact.handler),
        fact.during.join(),
        fact.cleanedBy,
      ].join('/');
      break;
    case 'debt':
      key = `${idOf(fact.at)}/${fact.transaction}`;
      break;
    case 'cell':
      key = fact.value.plain ? '' : fact.value.key;
      break;
    case 'assumption':
      key = String(fact.holds);
      break;
  }
  factKeys.set(fact, key);
  return key;
}

/** Everything known at a point of the program on one way to it. Immutable. */
export class State {
  static readonly empty = new State(new Map(), new Map());
  #key: string | undefined;

  private constructor(
    readonly variables: ReadonlyMap<Variable, Value>,
    readonly facts: ReadonlyMap<string, Fact>,
  ) {}

  /** States with the same key differ in nothing that matters to a transaction. */
  get key(): string {
    if (this.#key === undefined) {
      const parts: string[] = [];
      for (const [variable, value] of this.variables)
        if (!value.plain) parts.push(`${idOf(variable)}=${value.key}`);
      for (const [name, fact] of this.facts) {
        const key = keyOf(fact);
        if (key !== '') parts.push(`${name}=${key}`);
      }
      this.#key = parts.sort().join('\n');
    }
    return this.#key;
  }

  get(variable: Variable): Value | undefined {
    return this.variables.get(variable);
  }

  set(variable: Variable, value: Value): State {
    if (this.variables.get(variable)?.key === value.key) return this;
    return new State(new Map(this.variables).set(variable, value), this.facts);
  }

  /** Forgets variables that nothing can read any more. */
  without(variables: readonly Variable[]): State {
    if (!variables.some((v) => this.variables.has(v))) return this;
    const rest = new Map(this.variables);
    for (const variable of variables) rest.delete(variable);
    return new State(rest, this.facts);
  }

  /** Puts back what the variables held in another state, or nothing where they held nothing. */
  restored(variables: readonly Variable[], from: State): State {
    const all = new Map(this.variables);
    for (const variable of variables) {
      const value = from.variables.get(variable);
      if (value) all.set(variable, value);
      else all.delete(variable);
    }
    return new State(all, this.facts);
  }

  fact<K extends Fact['is']>(kind: K, id: string): Extract<Fact, { is: K }> | undefined {
    return this.facts.get(`${kind}:${id}`) as Extract<Fact, { is: K }> | undefined;
  }

  /** All facts of a kind with their ids. */
  *factsOf<K extends Fact['is']>(kind: K): Generator<[string, Extract<Fact, { is: K }>]> {
    const prefix = `${kind}:`;
    for (const [name, fact] of this.facts) {
      if (fact.is === kind) yield [name.slice(prefix.length), fact as Extract<Fact, { is: K }>];
    }
  }

  withFact(id: string, fact: Fact): State {
    return new State(this.variables, new Map(this.facts).set(`${fact.is}:${id}`, fact));
  }

  withoutFact(kind: Fact['is'], id: string): State {
    const name = `${kind}:${id}`;
    if (!this.facts.has(name)) return this;
    const rest = new Map(this.facts);
    rest.delete(name);
    return new State(this.variables, rest);
  }

  /** Joins two states with the same key: plain values that differ become unknown. */
  joinedWith(other: State): State {
    if (other === this) return this;
    let variables: Map<Variable, Value> | undefined;
    for (const [variable, value] of this.variables) {
      if (!value.plain) continue;
      const theirs = other.variables.get(variable);
      if (!theirs || theirs.key === value.key) continue;
      const both = joined(value, theirs, idOf(variable));
      if (both.key === value.key) continue;
      variables ??= new Map(this.variables);
      variables.set(variable, both);
    }
    for (const [variable, value] of other.variables) {
      if (!value.plain || this.variables.has(variable)) continue;
      variables ??= new Map(this.variables);
      variables.set(variable, value);
    }
    let facts: Map<string, Fact> | undefined;
    for (const [name, fact] of this.facts) {
      if (fact.is !== 'cell' || !fact.value.plain) continue;
      const theirs = other.facts.get(name);
      if (theirs?.is !== 'cell' || theirs.value.key === fact.value.key) continue;
      const both = joined(fact.value, theirs.value, name);
      if (both.key === fact.value.key) continue;
      facts ??= new Map(this.facts);
      facts.set(name, { is: 'cell', value: both });
    }
    return variables || facts ? new State(variables ?? this.variables, facts ?? this.facts) : this;
  }

  /** Whether the plain values are the same too. */
  sameAs(other: State): boolean {
    return this.joinedWith(other) === this;
  }
}
