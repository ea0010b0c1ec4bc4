import type { Category } from './categories.js';
import type { BaseException } from './hierarchy.js';
import type { Api, Operation } from './operations.js';

/** One error of the taxonomy. */
export interface RowShape {
  /** The simple name of the Java exception: the row's name everywhere. */
  readonly id: string;
  /** Its name and code in Kafka's protocol; null for errors that no broker sends. */
  readonly protocolName: string | null;
  readonly protocolCode: number | null;
  /** The Java superclass; null for the top of what is shown here. */
  readonly extends: string | null;
  /** How clients treated it before KIP-1050, in short; null where the API does not raise it or the KIP says nothing. */
  readonly before: Readonly<Record<Api, string | null>>;
  /** Its category since KIP-1050; null where the API does not raise it. */
  readonly after: Readonly<Record<Api, Category | null>>;
  /** The operations that can raise it. */
  readonly raisedBy: readonly Operation[];
  /** Is it one of the exceptions that KIP-1050 lists? */
  readonly inKip: boolean;
  readonly comment: string | null;
  readonly source: string;
}

const both = <const C extends Category | null>(category: C) =>
  ({ producerApi: category, transactionApi: category }) as const;
const was = <const P extends string | null, const T extends string | null>(
  producerApi: P,
  transactionApi: T,
) => ({ producerApi, transactionApi }) as const;

const RETRY = both('producer-retriable');
const REFRESH = both('producer-refresh-retriable');
const ABORT = both('producer-abortable');
const RECOVER = both('application-recoverable');
const CONFIG = both('invalid-configuration');
/** TxnOffsetCommit alone raises it: the KIP leaves the Producer API's cell empty. */
const RECOVER_TXN = { producerApi: null, transactionApi: 'application-recoverable' } as const;
const TXN_STATE = { producerApi: 'producer-abortable', transactionApi: 'application-recoverable' } as const;

const AS_RETRIABLE = was('retried if retriable, else abortable', 'retried if retriable, else abortable');
const RETRIED = was('retried', 'retried');
const ABORTABLE = was('abortable', 'abortable');
const OFFSETS_ABORTABLE = was(null, 'abortable (TxnOffsetCommit only)');
const ABORTABLE_FATAL = was('abortable', 'fatal');
const NOTHING = was(null, null);

/* Which operations reach which request. Begin stands beside init, since kafkajs and Platformatic initialise in begin. */
const ANY = ['init', 'begin', 'send', 'sendOffsets', 'commit', 'abort'] as const;
/** Whatever the connection or the client itself may raise. */
const WIRE = [...ANY, 'close'] as const;
const ALL = ['create', ...WIRE] as const;
/** InitProducerId. */
const INIT = ['init', 'begin'] as const;
/** Produce, AddPartitionsToTxn and Metadata. */
const SEND = ['send'] as const;
/** AddOffsetsToTxn and TxnOffsetCommit. */
const OFFSETS = ['sendOffsets'] as const;
const SENDS = ['send', 'sendOffsets'] as const;
/** EndTxn. */
const END = ['commit', 'abort'] as const;
/** KIP-1050: an abort raises no abortable error, so that aborting cannot loop. */
const ABORTING = ['send', 'sendOffsets', 'commit'] as const;
/** Everything that needs an ongoing transaction. */
const ONGOING = ['send', 'sendOffsets', 'commit', 'abort'] as const;

const KIP = 'KIP-1050';
/** Not in the KIP's list; the category is that of the superclass there. */
const BY_CLASS = 'Kafka protocol error table; category of its superclass in KIP-1050';
/** Not in the KIP's list; no categorised superclass: the KIP's default for unknown errors. */
const BY_DEFAULT = 'Kafka protocol error table; KIP-1050 default for unknown errors';

/** The exceptions of KIP-1050, in its order. */
// prettier-ignore
const KIP_ROWS = [
  { id: 'CorruptRecordException', protocolName: 'CORRUPT_MESSAGE', protocolCode: 2, extends: 'RetriableException', before: AS_RETRIABLE, after: RETRY, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'NotEnoughReplicasAfterAppendException', protocolName: 'NOT_ENOUGH_REPLICAS_AFTER_APPEND', protocolCode: 20, extends: 'RetriableException', before: AS_RETRIABLE, after: RETRY, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'NotEnoughReplicasException', protocolName: 'NOT_ENOUGH_REPLICAS', protocolCode: 19, extends: 'RetriableException', before: AS_RETRIABLE, after: RETRY, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'TimeoutException', protocolName: 'REQUEST_TIMED_OUT', protocolCode: 7, extends: 'RetriableException', before: AS_RETRIABLE, after: RETRY, raisedBy: WIRE, inKip: true, comment: 'A transactional send that times out surfaces as TransactionAbortableException; code that sends again on a time-out may double records.', source: KIP },
  { id: 'ConcurrentTransactionsException', protocolName: 'CONCURRENT_TRANSACTIONS', protocolCode: 51, extends: 'RetriableException', before: RETRIED, after: RETRY, raisedBy: ANY, inKip: true, comment: 'With KIP-890 a send may meet it, too.', source: KIP },
  { id: 'CoordinatorLoadInProgressException', protocolName: 'COORDINATOR_LOAD_IN_PROGRESS', protocolCode: 14, extends: 'RetriableException', before: RETRIED, after: RETRY, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'UnknownTopicOrPartitionException', protocolName: 'UNKNOWN_TOPIC_OR_PARTITION', protocolCode: 3, extends: 'InvalidMetadataException', before: AS_RETRIABLE, after: REFRESH, raisedBy: SENDS, inKip: true, comment: null, source: KIP },
  { id: 'NotLeaderOrFollowerException', protocolName: 'NOT_LEADER_OR_FOLLOWER', protocolCode: 6, extends: 'InvalidMetadataException', before: AS_RETRIABLE, after: REFRESH, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'NotCoordinatorException', protocolName: 'NOT_COORDINATOR', protocolCode: 16, extends: 'RefreshRetriableException', before: RETRIED, after: REFRESH, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'CoordinatorNotAvailableException', protocolName: 'COORDINATOR_NOT_AVAILABLE', protocolCode: 15, extends: 'RefreshRetriableException', before: RETRIED, after: REFRESH, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'TransactionAbortableException', protocolName: 'TRANSACTION_ABORTABLE', protocolCode: 120, extends: 'ApiException', before: ABORTABLE, after: ABORT, raisedBy: ABORTING, inKip: true, comment: 'Came with KIP-890. An abort never raises it. FindCoordinator and InitProducerId may carry it, but before begin there is nothing to abort.', source: KIP },
  { id: 'InvalidProducerEpochException', protocolName: 'INVALID_PRODUCER_EPOCH', protocolCode: 47, extends: 'ApplicationRecoverableException', before: ABORTABLE_FATAL, after: RECOVER, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'ProducerFencedException', protocolName: 'PRODUCER_FENCED', protocolCode: 90, extends: 'ApplicationRecoverableException', before: was('fatal', 'fatal'), after: RECOVER, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'InvalidPidMappingException', protocolName: 'INVALID_PRODUCER_ID_MAPPING', protocolCode: 49, extends: 'ApplicationRecoverableException', before: was('once retriable at times (no longer sent), else abortable', 'abortable'), after: RECOVER, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'FencedInstanceIdException', protocolName: 'FENCED_INSTANCE_ID', protocolCode: 82, extends: 'ApplicationRecoverableException', before: OFFSETS_ABORTABLE, after: RECOVER_TXN, raisedBy: OFFSETS, inKip: true, comment: null, source: KIP },
  { id: 'UnknownMemberIdException', protocolName: 'UNKNOWN_MEMBER_ID', protocolCode: 25, extends: 'ApplicationRecoverableException', before: OFFSETS_ABORTABLE, after: RECOVER_TXN, raisedBy: OFFSETS, inKip: true, comment: null, source: KIP },
  { id: 'IllegalGenerationException', protocolName: 'ILLEGAL_GENERATION', protocolCode: 22, extends: 'ApplicationRecoverableException', before: OFFSETS_ABORTABLE, after: RECOVER_TXN, raisedBy: OFFSETS, inKip: true, comment: null, source: KIP },
  { id: 'CommitFailedException', protocolName: null, protocolCode: null, extends: 'KafkaException', before: OFFSETS_ABORTABLE, after: RECOVER_TXN, raisedBy: OFFSETS, inKip: true, comment: 'Java wraps UNKNOWN_MEMBER_ID and ILLEGAL_GENERATION in it. Handled by the default for unknown errors.', source: KIP },
  { id: 'CorrelationIdMismatchException', protocolName: null, protocolCode: null, extends: 'IllegalStateException', before: NOTHING, after: RECOVER, raisedBy: ANY, inKip: true, comment: 'Handled by the default for unknown errors.', source: KIP },
  { id: 'IllegalStateException', protocolName: null, protocolCode: null, extends: 'RuntimeException', before: was('abortable', 'fatal at times, by who caused it (KAFKA-14831)'), after: RECOVER, raisedBy: ALL, inKip: true, comment: 'Handled by the default for unknown errors.', source: KIP },
  { id: 'KafkaException', protocolName: null, protocolCode: null, extends: 'RuntimeException', before: was('abortable', 'mostly fatal, abortable on partition errors'), after: RECOVER, raisedBy: ALL, inKip: true, comment: 'Handled by the default for unknown errors.', source: KIP },
  { id: 'RuntimeException', protocolName: null, protocolCode: null, extends: null, before: was('abortable', 'fatal (KIP-691)'), after: RECOVER, raisedBy: ALL, inKip: true, comment: 'Handled by the default for unknown errors.', source: KIP },
  { id: 'InvalidTxnStateException', protocolName: 'INVALID_TXN_STATE', protocolCode: 48, extends: 'ApiException', before: ABORTABLE_FATAL, after: TXN_STATE, raisedBy: ONGOING, inKip: true, comment: 'The one exception whose category depends on the API that raised it; KIP-890 relies on that.', source: KIP },
  { id: 'AuthenticationException', protocolName: null, protocolCode: null, extends: 'InvalidConfigurationException', before: ABORTABLE_FATAL, after: CONFIG, raisedBy: ANY, inKip: true, comment: 'Unlikely from the Transaction API.', source: KIP },
  { id: 'ClusterAuthorizationException', protocolName: 'CLUSTER_AUTHORIZATION_FAILED', protocolCode: 31, extends: 'AuthorizationException', before: was('fatal', 'abortable'), after: CONFIG, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'TransactionalIdAuthorizationException', protocolName: 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED', protocolCode: 53, extends: 'AuthorizationException', before: was('fatal', 'fatal, but abortable on InitProducerId'), after: CONFIG, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'UnsupportedVersionException', protocolName: 'UNSUPPORTED_VERSION', protocolCode: 35, extends: 'InvalidConfigurationException', before: was('fatal', 'abortable'), after: CONFIG, raisedBy: ANY, inKip: true, comment: null, source: KIP },
  { id: 'UnsupportedForMessageFormatException', protocolName: 'UNSUPPORTED_FOR_MESSAGE_FORMAT', protocolCode: 43, extends: 'InvalidConfigurationException', before: was('abortable', 'fatal for TxnOffsetCommit, else abortable'), after: CONFIG, raisedBy: SENDS, inKip: true, comment: null, source: KIP },
  { id: 'InvalidRecordException', protocolName: 'INVALID_RECORD', protocolCode: 87, extends: 'InvalidConfigurationException', before: AS_RETRIABLE, after: CONFIG, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'InvalidRequiredAcksException', protocolName: 'INVALID_REQUIRED_ACKS', protocolCode: 21, extends: 'InvalidConfigurationException', before: AS_RETRIABLE, after: CONFIG, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'RecordBatchTooLargeException', protocolName: 'RECORD_LIST_TOO_LARGE', protocolCode: 18, extends: 'InvalidConfigurationException', before: AS_RETRIABLE, after: CONFIG, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'InvalidTopicException', protocolName: 'INVALID_TOPIC_EXCEPTION', protocolCode: 17, extends: 'InvalidConfigurationException', before: AS_RETRIABLE, after: CONFIG, raisedBy: SEND, inKip: true, comment: null, source: KIP },
  { id: 'TopicAuthorizationException', protocolName: 'TOPIC_AUTHORIZATION_FAILED', protocolCode: 29, extends: 'AuthorizationException', before: ABORTABLE, after: CONFIG, raisedBy: SENDS, inKip: true, comment: null, source: KIP },
  { id: 'GroupAuthorizationException', protocolName: 'GROUP_AUTHORIZATION_FAILED', protocolCode: 30, extends: 'AuthorizationException', before: ABORTABLE, after: CONFIG, raisedBy: OFFSETS, inKip: true, comment: null, source: KIP },
] as const satisfies readonly RowShape[];

/** Errors that the KIP does not list and that a transactional producer may meet, by category, then by code. */
// prettier-ignore
const OTHER_ROWS = [
  { id: 'UnknownLeaderEpochException', protocolName: 'UNKNOWN_LEADER_EPOCH', protocolCode: 75, extends: 'RetriableException', before: NOTHING, after: RETRY, raisedBy: SEND, inKip: false, comment: null, source: BY_CLASS },
  { id: 'UnstableOffsetCommitException', protocolName: 'UNSTABLE_OFFSET_COMMIT', protocolCode: 88, extends: 'RetriableException', before: NOTHING, after: RETRY, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_CLASS },
  { id: 'ThrottlingQuotaExceededException', protocolName: 'THROTTLING_QUOTA_EXCEEDED', protocolCode: 89, extends: 'RetriableException', before: NOTHING, after: RETRY, raisedBy: SEND, inKip: false, comment: null, source: BY_CLASS },
  { id: 'LeaderNotAvailableException', protocolName: 'LEADER_NOT_AVAILABLE', protocolCode: 5, extends: 'InvalidMetadataException', before: NOTHING, after: REFRESH, raisedBy: SEND, inKip: false, comment: null, source: BY_CLASS },
  { id: 'ReplicaNotAvailableException', protocolName: 'REPLICA_NOT_AVAILABLE', protocolCode: 9, extends: 'InvalidMetadataException', before: NOTHING, after: REFRESH, raisedBy: SEND, inKip: false, comment: null, source: BY_CLASS },
  { id: 'NetworkException', protocolName: 'NETWORK_EXCEPTION', protocolCode: 13, extends: 'InvalidMetadataException', before: NOTHING, after: REFRESH, raisedBy: WIRE, inKip: false, comment: 'A lost connection; clients have errors of their own for it.', source: BY_CLASS },
  { id: 'KafkaStorageException', protocolName: 'KAFKA_STORAGE_ERROR', protocolCode: 56, extends: 'InvalidMetadataException', before: NOTHING, after: REFRESH, raisedBy: SEND, inKip: false, comment: null, source: BY_CLASS },
  { id: 'FencedLeaderEpochException', protocolName: 'FENCED_LEADER_EPOCH', protocolCode: 74, extends: 'InvalidMetadataException', before: NOTHING, after: REFRESH, raisedBy: SEND, inKip: false, comment: null, source: BY_CLASS },
  { id: 'UnknownTopicIdException', protocolName: 'UNKNOWN_TOPIC_ID', protocolCode: 100, extends: 'InvalidMetadataException', before: NOTHING, after: REFRESH, raisedBy: SENDS, inKip: false, comment: null, source: BY_CLASS },
  { id: 'UnknownServerException', protocolName: 'UNKNOWN_SERVER_ERROR', protocolCode: -1, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: ANY, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'BrokerNotAvailableException', protocolName: 'BROKER_NOT_AVAILABLE', protocolCode: 8, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: ANY, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'RecordTooLargeException', protocolName: 'MESSAGE_TOO_LARGE', protocolCode: 10, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'OffsetMetadataTooLarge', protocolName: 'OFFSET_METADATA_TOO_LARGE', protocolCode: 12, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'InvalidGroupIdException', protocolName: 'INVALID_GROUP_ID', protocolCode: 24, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'RebalanceInProgressException', protocolName: 'REBALANCE_IN_PROGRESS', protocolCode: 27, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'InvalidCommitOffsetSizeException', protocolName: 'INVALID_COMMIT_OFFSET_SIZE', protocolCode: 28, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'InvalidTimestampException', protocolName: 'INVALID_TIMESTAMP', protocolCode: 32, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'InvalidRequestException', protocolName: 'INVALID_REQUEST', protocolCode: 42, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: ANY, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'PolicyViolationException', protocolName: 'POLICY_VIOLATION', protocolCode: 44, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'OutOfOrderSequenceException', protocolName: 'OUT_OF_ORDER_SEQUENCE_NUMBER', protocolCode: 45, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'DuplicateSequenceException', protocolName: 'DUPLICATE_SEQUENCE_NUMBER', protocolCode: 46, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'InvalidTxnTimeoutException', protocolName: 'INVALID_TRANSACTION_TIMEOUT', protocolCode: 50, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: INIT, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'TransactionCoordinatorFencedException', protocolName: 'TRANSACTION_COORDINATOR_FENCED', protocolCode: 52, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: END, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'SecurityDisabledException', protocolName: 'SECURITY_DISABLED', protocolCode: 54, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: ANY, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'OperationNotAttemptedException', protocolName: 'OPERATION_NOT_ATTEMPTED', protocolCode: 55, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'UnknownProducerIdException', protocolName: 'UNKNOWN_PRODUCER_ID', protocolCode: 59, extends: 'OutOfOrderSequenceException', before: NOTHING, after: RECOVER, raisedBy: ONGOING, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'UnsupportedCompressionTypeException', protocolName: 'UNSUPPORTED_COMPRESSION_TYPE', protocolCode: 76, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: SEND, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'TransactionalIdNotFoundException', protocolName: 'TRANSACTIONAL_ID_NOT_FOUND', protocolCode: 105, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: ANY, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'FencedMemberEpochException', protocolName: 'FENCED_MEMBER_EPOCH', protocolCode: 110, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'StaleMemberEpochException', protocolName: 'STALE_MEMBER_EPOCH', protocolCode: 113, extends: 'ApiException', before: NOTHING, after: RECOVER, raisedBy: OFFSETS, inKip: false, comment: null, source: BY_DEFAULT },
  { id: 'UnsupportedSaslMechanismException', protocolName: 'UNSUPPORTED_SASL_MECHANISM', protocolCode: 33, extends: 'AuthenticationException', before: NOTHING, after: CONFIG, raisedBy: ANY, inKip: false, comment: null, source: BY_CLASS },
  { id: 'IllegalSaslStateException', protocolName: 'ILLEGAL_SASL_STATE', protocolCode: 34, extends: 'AuthenticationException', before: NOTHING, after: CONFIG, raisedBy: ANY, inKip: false, comment: null, source: BY_CLASS },
  { id: 'SaslAuthenticationException', protocolName: 'SASL_AUTHENTICATION_FAILED', protocolCode: 58, extends: 'AuthenticationException', before: NOTHING, after: CONFIG, raisedBy: ANY, inKip: false, comment: null, source: BY_CLASS },
] as const satisfies readonly RowShape[];

/** The name of a row: the simple name of its Java exception. */
export type RowId = (typeof KIP_ROWS)[number]['id'] | (typeof OTHER_ROWS)[number]['id'];

export interface Row extends RowShape {
  readonly id: RowId;
  readonly extends: RowId | BaseException | null;
}

export const ROWS: readonly Row[] = [...KIP_ROWS, ...OTHER_ROWS];
