import type { ClientId } from '../clients/index.js';
import type { StepKind } from '../flow/courses.js';
import type { RuleName } from '../rules/index.js';
import type { Category, Operation, RowId } from '../taxonomy/index.js';

/** The version of this form. A field that is added does not change it; one that goes, or means something else, does. */
export const SCHEMA_VERSION = 1;

/** Where something stands: lines and columns begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * How a cell is to be read. `wrong`: a rule reports it. `right`: on every way in view the error reaches somebody, or what its category
 * asks for is done. `open`: no rule objects, but in view nothing settles it. `impossible`: the operation does not raise such errors.
 */
export type Verdict = 'right' | 'wrong' | 'open' | 'impossible';

/** One step of what the program does next, in the words that a cell shows, and where. */
export interface MapStep {
  /** `tests`: the program asks for such errors, which the operation does not raise. */
  readonly kind: StepKind | 'tests';
  readonly words: string;
  readonly place: Place;
}

/** One way that the program can take after the error. */
export type Way = readonly MapStep[];

/** What the program does with one row's error of an operation. */
export interface MapRow {
  readonly row: RowId | 'unknown';
  readonly verdict: Verdict;
  readonly ways: readonly Way[];
  /** The reports about it, by their number in the table. */
  readonly reports: readonly number[];
}

/** What the program does with the errors of a category. */
export interface Cell {
  readonly category: Category;
  readonly verdict: Verdict;
  /** The ways of all rows, and which rows take them: those handled alike stand together. */
  readonly handling: readonly {
    readonly rows: readonly (RowId | 'unknown')[];
    readonly ways: readonly Way[];
  }[];
  readonly reports: readonly number[];
  readonly rows: readonly MapRow[];
}

/** An operation of the transaction at one place of the program, and what becomes of its errors. */
export interface OperationLine {
  readonly operation: Operation;
  readonly call: Place;
  /** The call as the program spells it, in one line. */
  readonly code: string;
  readonly cells: readonly Cell[];
}

/** What becomes of an error of the program's own while the transaction goes on, or of the transaction where nothing fails. */
export interface OwnLine {
  readonly of: 'own' | 'none';
  readonly verdict: Verdict;
  readonly ways: readonly Way[];
  readonly reports: readonly number[];
}

/** A rule's report. */
export interface MapReport {
  readonly number: number;
  readonly rule: RuleName;
  readonly place: Place;
  readonly message: string;
}

/** A transaction of the program, or a producer that is initialised. */
export interface TransactionTable {
  readonly of: 'transaction' | 'producer';
  readonly client: ClientId;
  /** The function that begins it, or receives it; undefined at the top level. */
  readonly within: string | undefined;
  /** Where it is begun; undefined for one that is received. */
  readonly begun: Place | undefined;
  readonly operations: readonly OperationLine[];
  readonly own: readonly OwnLine[];
  readonly reports: readonly MapReport[];
}

/** What a file does with the errors of its transactions. */
export interface HandlingMap {
  readonly file: string;
  readonly tables: readonly TransactionTable[];
  /** Reports that are not about what becomes of an error: a wrong call, a producer's settings, a test that is never true. */
  readonly others: readonly MapReport[];
  /** Whether every way was followed to its end; where not, a cell may lack some. */
  readonly complete: boolean;
}
