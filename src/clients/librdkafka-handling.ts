import type { RowId } from '../taxonomy/index.js';
import type { LibrdkafkaConstant } from './codes/librdkafka.js';

/** What librdkafka does with an error that a request was answered with. */
export type Handling = 'retry' | 'abortable' | 'fatal' | 'none';

/** The requests of a transactional producer. */
export type Request =
  'produce' | 'addPartitionsToTxn' | 'addOffsetsToTxn' | 'txnOffsetCommit' | 'endTxn' | 'initProducerId';

/**
 * What happens to an error that the request's switch does not name.
 * Source: librdkafka 2.15.0, src/rdkafka_txnmgr.c (rd_kafka_txn_handle_*), src/rdkafka_request.c
 * (rd_kafka_handle_Produce_error), src/rdkafka_idempotence.c (rd_kafka_idemp_check_error).
 */
const DEFAULTS: Readonly<Record<Request, Handling>> = {
  produce: 'abortable',
  addPartitionsToTxn: 'abortable',
  addOffsetsToTxn: 'abortable',
  txnOffsetCommit: 'abortable',
  endTxn: 'abortable',
  initProducerId: 'retry',
};

/** Where it differs from the default. Same sources. */
// prettier-ignore
const HANDLINGS: Partial<Record<RowId, Partial<Record<Request, Handling>>>> = {
  CorruptRecordException: { produce: 'retry' },
  NotEnoughReplicasAfterAppendException: { produce: 'retry' },
  NotEnoughReplicasException: { produce: 'retry' },
  TimeoutException: { produce: 'retry', addOffsetsToTxn: 'retry', txnOffsetCommit: 'retry' },
  ConcurrentTransactionsException: { addPartitionsToTxn: 'retry', addOffsetsToTxn: 'retry', txnOffsetCommit: 'retry', endTxn: 'retry' },
  CoordinatorLoadInProgressException: { produce: 'retry', addPartitionsToTxn: 'retry', addOffsetsToTxn: 'retry', txnOffsetCommit: 'retry', endTxn: 'retry' },
  UnknownTopicOrPartitionException: { produce: 'retry', addPartitionsToTxn: 'retry', addOffsetsToTxn: 'retry', txnOffsetCommit: 'retry' },
  NotLeaderOrFollowerException: { produce: 'retry' },
  NotCoordinatorException: { produce: 'retry', addPartitionsToTxn: 'retry', addOffsetsToTxn: 'retry', txnOffsetCommit: 'retry', endTxn: 'retry' },
  CoordinatorNotAvailableException: { produce: 'retry', addPartitionsToTxn: 'retry', addOffsetsToTxn: 'retry', txnOffsetCommit: 'retry', endTxn: 'retry' },
  InvalidProducerEpochException: { produce: 'fatal', addPartitionsToTxn: 'fatal', addOffsetsToTxn: 'fatal', txnOffsetCommit: 'fatal', endTxn: 'fatal', initProducerId: 'fatal' },
  ProducerFencedException: { addPartitionsToTxn: 'fatal', endTxn: 'fatal', initProducerId: 'fatal' },
  InvalidPidMappingException: { txnOffsetCommit: 'fatal' },
  InvalidTxnStateException: { addPartitionsToTxn: 'fatal', addOffsetsToTxn: 'fatal', txnOffsetCommit: 'fatal', endTxn: 'fatal' },
  ClusterAuthorizationException: { addPartitionsToTxn: 'fatal', addOffsetsToTxn: 'fatal', txnOffsetCommit: 'fatal', endTxn: 'fatal', initProducerId: 'fatal' },
  TransactionalIdAuthorizationException: { addPartitionsToTxn: 'fatal', addOffsetsToTxn: 'fatal', txnOffsetCommit: 'fatal', endTxn: 'fatal', initProducerId: 'fatal' },
  UnsupportedForMessageFormatException: { addOffsetsToTxn: 'fatal', txnOffsetCommit: 'fatal' },
  LeaderNotAvailableException: { produce: 'retry' },
  ReplicaNotAvailableException: { produce: 'retry' },
  KafkaStorageException: { produce: 'retry' },
  BrokerNotAvailableException: { produce: 'retry' },
  OutOfOrderSequenceException: { produce: 'fatal' },
  DuplicateSequenceException: { produce: 'none' },
  InvalidTxnTimeoutException: { initProducerId: 'fatal' },
};

/** What librdkafka does with a row that answers a request. */
export function handlingOf(row: RowId, request: Request): Handling {
  return HANDLINGS[row]?.[request] ?? DEFAULTS[request];
}

/** An abort on these makes the client renew its producer id by itself: rd_kafka_txn_handle_EndTxn, require_bump. */
export const HEALED_BY_ABORT: readonly RowId[] = ['InvalidPidMappingException', 'UnknownProducerIdException'];

/** Both fencing errors read as ERR__FENCED to the application: rd_kafka_txn_normalize_err. */
export const READ_AS: Partial<Record<RowId, LibrdkafkaConstant>> = {
  InvalidProducerEpochException: 'ERR__FENCED',
  ProducerFencedException: 'ERR__FENCED',
};
