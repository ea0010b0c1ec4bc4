import type { Category } from './categories.js';
import { CATEGORY_DOCS, type CategoryDoc } from './categories.js';
import { BASE_EXCEPTIONS, type BaseException } from './hierarchy.js';
import { KNOWN_ISSUES, type KnownIssue } from './known-issues.js';
import { apiOf, type Api, type Operation } from './operations.js';
import { ROWS, type Row, type RowId } from './rows.js';

export { CATEGORIES, type Category, type CategoryDoc } from './categories.js';
export type { BaseException } from './hierarchy.js';
export type { KnownIssue } from './known-issues.js';
export { apiOf, OPERATIONS, type Api, type Operation } from './operations.js';
export type { Row, RowId } from './rows.js';

/** Every row, KIP-1050's first and in its order. Source: KIP-1050 and, for the rest, Kafka's protocol error table. */
export const rows: readonly Row[] = ROWS;

/** What broker defects change in what a client sees. Source: the issues named. */
export const knownIssues: readonly KnownIssue[] = KNOWN_ISSUES;

const BY_ID: ReadonlyMap<string, Row> = new Map(ROWS.map((row) => [row.id, row]));
const BY_NAME: ReadonlyMap<string, Row> = new Map(
  ROWS.flatMap((row) => (row.protocolName === null ? [] : [[row.protocolName, row] as const])),
);
const BY_CODE: ReadonlyMap<number, Row> = new Map(
  ROWS.flatMap((row) => (row.protocolCode === null ? [] : [[row.protocolCode, row] as const])),
);

/** The row of that name. */
export function rowOf(id: RowId): Row {
  const row = BY_ID.get(id);
  if (row === undefined) throw new Error(`No row ${id}`);
  return row;
}

/** The row with that name in Kafka's protocol (`REQUEST_TIMED_OUT`), if any. */
export function rowByProtocolName(name: string): Row | undefined {
  return BY_NAME.get(name);
}

/** The row with that code in Kafka's protocol (`7`), if any. */
export function rowByProtocolCode(code: number): Row | undefined {
  return BY_CODE.get(code);
}

/** Is it the simple name of a row's Java exception? */
export function isRowId(name: string): name is RowId {
  return BY_ID.has(name);
}

function isBaseException(name: string): name is BaseException {
  return Object.hasOwn(BASE_EXCEPTIONS, name);
}

/**
 * Is it a name of KIP-1050's hierarchy, of a row (`ProducerFencedException`) or of a base class
 * (`RetriableException`)? Applications and wrappers port these names to every client.
 */
export function isCanonicalName(name: string): name is RowId | BaseException {
  return isRowId(name) || isBaseException(name);
}

/**
 * The category of a row when that operation raises it.
 * Source: KIP-1050's columns; where one is empty, the other holds; unknown errors are application-recoverable.
 */
export function categoryOf(row: RowId | 'unknown', operation: Operation): Category {
  if (row === 'unknown') return 'application-recoverable';
  const api = apiOf(operation);
  const other: Api = api === 'producerApi' ? 'transactionApi' : 'producerApi';
  const { after } = rowOf(row);
  return after[api] ?? after[other] ?? 'application-recoverable';
}

/** The rows that an operation can raise, in the table's order. An abort raises no producer-abortable one (KIP-1050). */
export function rowsRaisedBy(operation: Operation): readonly Row[] {
  return ROWS.filter((row) => row.raisedBy.includes(operation));
}

/**
 * The Java classes above a row, nearest first (`InvalidMetadataException`, `RefreshRetriableException`,
 * `RetriableException`, `ApiException`, `KafkaException`, `RuntimeException`). Source: KIP-1050, "Public Interfaces".
 */
export function supersOf(id: RowId): readonly (RowId | BaseException)[] {
  const supers: (RowId | BaseException)[] = [];
  let next = rowOf(id).extends;
  while (next !== null) {
    supers.push(next);
    next = isBaseException(next) ? BASE_EXCEPTIONS[next] : rowOf(next).extends;
  }
  return supers;
}

/** The rows that `instanceof name` or `name === ...` covers in Java: the row itself and all below it. */
export function rowsUnder(name: RowId | BaseException): readonly Row[] {
  return ROWS.filter((row) => row.id === name || supersOf(row.id).includes(name));
}

/** What the category asks of the application, in this project's words. Source: KIP-1050. */
export function categoryDoc(category: Category): CategoryDoc {
  return CATEGORY_DOCS[category];
}

/** May the producer be used again after an error of that category (after an abort, where one is due)? */
export function leavesProducerUsable(category: Category): boolean {
  return category !== 'application-recoverable';
}

/** Does the producer itself retry errors of that category? */
export function isRetriable(category: Category): boolean {
  return category === 'producer-retriable' || category === 'producer-refresh-retriable';
}
