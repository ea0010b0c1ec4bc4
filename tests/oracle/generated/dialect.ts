import type { CallStyle, ClientId } from '../../../src/clients/index.js';

/** How generated programs speak with one client. Everything is JavaScript text. */
export interface Dialect {
  readonly client: ClientId;
  /** How the errors of the operations arrive. */
  readonly style: CallStyle;
  /** The module's head: imports and a producer called `producer`. */
  readonly head: string;
  /** What a program does before its first transaction. */
  readonly setUp: readonly string[];
  /** The name by which a transaction's operations are called. */
  readonly handle: string;
  /** Statements that begin a transaction. */
  readonly begin: readonly string[];
  /** The same where it may fail in view of who would end it: a variable that tells, and statements that set it. */
  readonly guarded: { readonly name: string; readonly begin: readonly string[] };
  /** Statements that send the offset of the record `next`. */
  readonly sendOffsets: readonly string[];
  /** What of the record `next` is no text. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Expressions that give a promise. */
  readonly send: (value: string) => string;
  readonly commit: string;
  readonly abort: string;
  readonly close: string;
  /** A producer's own send, where the client leaves that out of the transaction; one that it refuses ends the rest. */
  readonly sendOutside: string | undefined;
  /** The classes that the tests name. */
  readonly classes: object;
  /** Tests of an error called `e`, each an expression that never throws. */
  readonly tests: readonly [string, ...string[]];
}
