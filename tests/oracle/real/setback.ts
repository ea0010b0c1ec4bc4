import type { ErrorVariant } from '../../../src/clients/index.js';
import { isRowId, rowOf, rowsRaisedBy, type Operation, type RowId } from '../../../src/taxonomy/index.js';
import { CONNECTION_LOST, type RequestName } from './mock-cluster.js';

/** How a mock cluster brings an error about: the request that it refuses, and the code that it answers. */
export interface Setback {
  readonly request: RequestName;
  readonly code: number;
}

/** An operation that a broker is asked for. */
export type AskedOperation = Extract<
  Operation,
  'init' | 'begin' | 'send' | 'sendOffsets' | 'commit' | 'abort'
>;

/** The requests of an operation, in their order, without the search for a coordinator. */
export const REQUESTS: Readonly<Record<AskedOperation, readonly RequestName[]>> = {
  init: ['InitProducerId'],
  begin: ['InitProducerId'],
  send: ['AddPartitionsToTxn', 'Produce'],
  sendOffsets: ['AddOffsetsToTxn', 'TxnOffsetCommit'],
  commit: ['EndTxn'],
  abort: ['EndTxn'],
};

export function isAsked(operation: Operation): operation is AskedOperation {
  return Object.hasOwn(REQUESTS, operation);
}

/** A code that no row has. */
export const NO_ROW = 999;

/** The code in Kafka's protocol that stands for a row; undefined for rows that no broker sends. */
function codeOf(row: RowId | 'unknown'): number | undefined {
  if (row === 'unknown') return NO_ROW;
  return isRowId(row) ? (rowOf(row).protocolCode ?? undefined) : undefined;
}

/** A setback, and the row as which the error that it brings about arrives. */
export interface Ordeal extends Setback {
  readonly operation: AskedOperation;
  readonly row: ErrorVariant['row'];
}

/** Every setback of an operation: each row that it raises at each of its requests, an unknown error and a lost connection. */
export function ordealsOf(operation: AskedOperation): readonly Ordeal[] {
  const rows = [...rowsRaisedBy(operation).map(({ id }) => id), 'unknown' as const];
  return REQUESTS[operation].flatMap((request): readonly Ordeal[] => [
    ...rows
      // AddOffsetsToTxn names no topic.
      .filter((row) => request !== 'AddOffsetsToTxn' || row !== 'UnknownTopicOrPartitionException')
      .flatMap((row) => {
        const code = codeOf(row);
        return code === undefined ? [] : [{ operation, request, code, row }];
      }),
    { operation, request, code: CONNECTION_LOST, row: 'NetworkException' },
  ]);
}
