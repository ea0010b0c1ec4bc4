/** Where a statement stands. */
export interface Place {
  readonly depth: number;
  /** The records that a send sends. */
  readonly value: string;
  /** In a loop: one around transactions, or one within a transaction. */
  readonly loop: 'around' | 'within' | undefined;
  /** The function goes on with the transaction after the statement. */
  readonly goesOn: boolean;
  /** In a function of the transaction's own function: whoever called it goes on with the transaction. */
  readonly inner: boolean;
  /** In a function that a loop calls. */
  readonly isRepeated?: boolean;
  /** The error was kept, and is looked at behind the handler. */
  readonly isKept?: boolean;
  /** The handle may not be there: the begin may have failed. */
  readonly maybeUnbegun?: boolean;
  /** The flags that the statements around have tested: another test of theirs would leave code that is never reached. */
  readonly tested?: readonly string[];
  /** The loops around in the same function, the innermost last. */
  readonly loops?: readonly Loop[];
  /** In a switch statement of the innermost loop: a break without a label leaves that. */
  readonly inSwitch?: boolean;
}

/** A loop, by its label. */
export interface Loop {
  readonly label: string;
  readonly is: 'around' | 'within';
}

/** Among the steps of a transaction. */
export const within = (place: Place): Place => ({ ...place, goesOn: true, loop: undefined });

/** In a function of its own. */
export const OUT_OF_LOOPS = { loop: undefined, loops: [], inSwitch: false } as const;

export const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
