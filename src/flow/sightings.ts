import type { TSESTree } from '@typescript-eslint/utils';
import type { Operation } from '../taxonomy/index.js';
import {
  textOf,
  type ApiValue,
  type MemberValue,
  type ObjectValue,
  type Unknown,
  type Value,
} from '../model/value.js';

/** A call of a client's method, with what it was given on some way. */
export interface CallSighting {
  readonly node: TSESTree.CallExpression | TSESTree.NewExpression;
  readonly callee: MemberValue;
  readonly args: readonly Value[];
}

/** A call on a producer or transaction of a method that another client has there. */
export interface StrayCall {
  readonly node: TSESTree.CallExpression | TSESTree.NewExpression;
  readonly owner: ApiValue;
  readonly name: string;
  /** What the method does in the other client. */
  readonly operation: Operation;
}

/** How a value that is not known was made: `.offset` of a message, `String` of it, an item (`each`, `[]`) of a list. */
export interface Derivation {
  readonly by: string;
  readonly from: readonly Value[];
}

/**
 * What the interpreter has seen, on whatever way. The readings that need no state look here when every entry of the file
 * has been executed.
 */
export class Sightings {
  readonly #calls = new Map<string, CallSighting>();
  readonly #nodes = new Map<TSESTree.Node, number>();
  readonly #derivations = new Map<string, Derivation>();
  readonly #literals = new Map<string, TSESTree.ObjectExpression>();
  readonly strays = new Map<TSESTree.Node, StrayCall>();

  get calls(): Iterable<CallSighting> {
    return this.#calls.values();
  }

  get derivations(): Iterable<Derivation> {
    return this.#derivations.values();
  }

  /** Notes a call; the same call with the same arguments is one. */
  call(sighting: CallSighting): void {
    const { node, callee, args } = sighting;
    let number = this.#nodes.get(node);
    if (number === undefined) this.#nodes.set(node, (number = this.#nodes.size));
    const key = [String(number), callee.key, ...args.map((arg) => arg.key)].join(' ');
    if (!this.#calls.has(key)) this.#calls.set(key, sighting);
  }

  /** Notes how a value was made, and gives it. */
  derived(value: Unknown, by: string, ...from: readonly Value[]): Unknown {
    if (!this.#derivations.has(value.text)) this.#derivations.set(value.text, { by, from });
    return value;
  }

  derivationOf(value: Value): Derivation | undefined {
    return value.kind === 'unknown' ? this.#derivations.get(textOf(value)) : undefined;
  }

  readonly #put = new Map<string, Map<string, Value>>();
  /** Notes what is put into a list that is in a field or variable. */
  put(home: string, value: Value): void {
    const known = this.#put.get(home);
    if (known) known.set(value.key, value);
    else this.#put.set(home, new Map([[value.key, value]]));
  }

  /** What any function of the file puts into a list, by what it is in. */
  putInto(home: string): readonly Value[] {
    return [...(this.#put.get(home)?.values() ?? [])];
  }

  /** Notes where an object is written down. */
  literal(value: ObjectValue, node: TSESTree.ObjectExpression): void {
    if (!this.#literals.has(value.key)) this.#literals.set(value.key, node);
  }

  literalOf(value: ObjectValue): TSESTree.ObjectExpression | undefined {
    return this.#literals.get(value.key);
  }
}
