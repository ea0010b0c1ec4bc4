import { rowsRaisedBy, type Operation, type Row, type RowId } from '../taxonomy/index.js';
import { TOPIC_OFFSETS } from './argument-shapes.js';
import { KAFKAJS_ERRORS, UNKNOWN_CODE } from './codes/kafkajs.js';
import { chainsOf, onceByKey, TYPE_ERROR, UNKNOWN_VARIANT, withoutDoubles } from './error-shapes.js';
import { NEST_MODULES, NEST_TYPES } from './nestjs.js';
import type {
  ApiType,
  ArgumentShape,
  ClientProfile,
  ErrorLayer,
  ErrorVariant,
  Member,
  MethodMember,
  ModuleShape,
} from './profile.js';

/* All sources in this file are paths in kafkajs 2.2.4 unless they say otherwise. */

/** Classes by superclass. Source: src/errors.js; the package exports all of them (index.js). */
const SUPERS = {
  KafkaJSError: 'Error',
  KafkaJSNonRetriableError: 'KafkaJSError',
  KafkaJSPartialMessageError: 'KafkaJSNonRetriableError',
  KafkaJSBrokerNotFound: 'KafkaJSError',
  KafkaJSProtocolError: 'KafkaJSError',
  KafkaJSConnectionError: 'KafkaJSError',
  KafkaJSConnectionClosedError: 'KafkaJSConnectionError',
  KafkaJSRequestTimeoutError: 'KafkaJSError',
  KafkaJSSASLAuthenticationError: 'KafkaJSNonRetriableError',
  KafkaJSNumberOfRetriesExceeded: 'KafkaJSNonRetriableError',
  KafkaJSOffsetOutOfRange: 'KafkaJSProtocolError',
  KafkaJSMemberIdRequired: 'KafkaJSProtocolError',
  KafkaJSGroupCoordinatorNotFound: 'KafkaJSNonRetriableError',
  KafkaJSNotImplemented: 'KafkaJSNonRetriableError',
  KafkaJSMetadataNotLoaded: 'KafkaJSError',
  KafkaJSTopicMetadataNotLoaded: 'KafkaJSMetadataNotLoaded',
  KafkaJSStaleTopicMetadataAssignment: 'KafkaJSError',
  KafkaJSDeleteGroupsError: 'KafkaJSError',
  KafkaJSTimeout: 'KafkaJSNonRetriableError',
  KafkaJSLockTimeout: 'KafkaJSTimeout',
  KafkaJSServerDoesNotSupportApiKey: 'KafkaJSNonRetriableError',
  KafkaJSUnsupportedMagicByteInMessageSet: 'KafkaJSNonRetriableError',
  KafkaJSDeleteTopicRecordsError: 'KafkaJSError',
  KafkaJSInvariantViolation: 'KafkaJSNonRetriableError',
  KafkaJSInvalidVarIntError: 'KafkaJSNonRetriableError',
  KafkaJSInvalidLongError: 'KafkaJSNonRetriableError',
  KafkaJSCreateTopicError: 'KafkaJSProtocolError',
  KafkaJSAggregateError: 'Error',
  KafkaJSFetcherRebalanceError: 'Error',
  KafkaJSNoBrokerAvailableError: 'KafkaJSError',
  KafkaJSAlterPartitionReassignmentsError: 'KafkaJSProtocolError',
} as const;

type KafkaJSClass = keyof typeof SUPERS;

const CHAINS = chainsOf(SUPERS);

/** Properties whose values differ from case to case. Source: the constructors in src/errors.js. */
const OPEN: Partial<Record<KafkaJSClass, readonly string[]>> = {
  KafkaJSProtocolError: ['helpUrl'],
  KafkaJSNumberOfRetriesExceeded: ['retryCount', 'retryTime'],
  KafkaJSConnectionError: ['broker'],
  KafkaJSConnectionClosedError: ['broker', 'host', 'port'],
  KafkaJSRequestTimeoutError: ['broker', 'correlationId', 'createdAt', 'sentAt', 'pendingDuration'],
  KafkaJSTopicMetadataNotLoaded: ['topic'],
  KafkaJSServerDoesNotSupportApiKey: ['apiKey', 'apiName'],
};

function errorOf(name: KafkaJSClass, retriable: boolean, more: ErrorLayer['fields'] = {}): ErrorLayer {
  return { classes: CHAINS[name] ?? [name], fields: { name, retriable, ...more } };
}

function protocolError({
  code,
  type,
  retriable,
}: {
  code: number;
  type: string;
  retriable: boolean;
}): ErrorLayer {
  return errorOf('KafkaJSProtocolError', retriable, { type, code });
}

/** src/retry/index.js: what is left of a retriable error once the retries are spent. */
const SPENT = errorOf('KafkaJSNumberOfRetriesExceeded', false);
/** src/retry/index.js: what the retrier makes of a non-retriable error thrown, not bailed out, inside it. */
const WRAPPED = errorOf('KafkaJSNonRetriableError', false);

const UNKNOWN_CODE_ERROR = protocolError(UNKNOWN_CODE);

/** What Node.js calls a connection that fails (errors of `net`, `dns` and `tls`); kafkajs hands it on as `code`. */
const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  // A begin that follows a disconnect writes to the socket that was ended.
  'ERR_STREAM_WRITE_AFTER_END',
];

/** Errors of the client's own that stand for a row. Source: where the client throws them. */
const OWN_ERRORS: Partial<Record<RowId, readonly ErrorLayer[]>> = {
  // src/network/requestQueue/socketRequest.js; src/utils/lock.js
  TimeoutException: [errorOf('KafkaJSRequestTimeoutError', true), errorOf('KafkaJSLockTimeout', false)],
  // src/network/connection.js; a connection time-out has no code
  NetworkException: [
    errorOf('KafkaJSConnectionError', true),
    ...CONNECTION_CODES.map((code) => errorOf('KafkaJSConnectionError', true, { code })),
    errorOf('KafkaJSConnectionClosedError', true),
  ],
  // src/cluster/index.js, findGroupCoordinatorMetadata; src/cluster/brokerPool.js, findBroker
  CoordinatorNotAvailableException: [
    errorOf('KafkaJSGroupCoordinatorNotFound', false),
    errorOf('KafkaJSBrokerNotFound', true),
  ],
  // The search for a coordinator hides why every broker refused: src/cluster/brokerPool.js, withBroker.
  TransactionalIdAuthorizationException: [errorOf('KafkaJSGroupCoordinatorNotFound', false)],
  GroupAuthorizationException: [errorOf('KafkaJSGroupCoordinatorNotFound', false)],
  // src/producer/sendMessages.js; src/cluster/index.js, findTopicPartitionMetadata
  UnknownTopicOrPartitionException: [
    errorOf('KafkaJSMetadataNotLoaded', true),
    errorOf('KafkaJSTopicMetadataNotLoaded', true),
  ],
  // src/cluster/brokerPool.js
  BrokerNotAvailableException: [errorOf('KafkaJSBrokerNotFound', true)],
  // src/broker/saslAuthenticator
  AuthenticationException: [errorOf('KafkaJSSASLAuthenticationError', false)],
  SaslAuthenticationException: [errorOf('KafkaJSSASLAuthenticationError', false)],
  UnsupportedSaslMechanismException: [errorOf('KafkaJSSASLAuthenticationError', false)],
  // src/protocol/requests/index.js
  UnsupportedVersionException: [errorOf('KafkaJSServerDoesNotSupportApiKey', false)],
  // src/cluster/index.js, findLeaderForPartitions
  KafkaException: [errorOf('KafkaJSError', true)],
  RuntimeException: [TYPE_ERROR],
};

/** The objects that stand for a row before a retrier has seen them. */
function originalsOf(row: Row): readonly ErrorLayer[] {
  const own = OWN_ERRORS[row.id] ?? [];
  if (row.protocolCode === null) return own;
  const known = KAFKAJS_ERRORS[row.protocolCode];
  return [known ? protocolError({ ...known, code: row.protocolCode }) : UNKNOWN_CODE_ERROR, ...own];
}

function variant(row: ErrorVariant['row'], ...layers: readonly [ErrorLayer, ...ErrorLayer[]]): ErrorVariant {
  const open = layers.flatMap(({ fields }) => OPEN[fields['name'] as KafkaJSClass] ?? []);
  return open.length === 0 ? { row, layers } : { row, layers, open };
}

function isNamed(layer: ErrorLayer, ...names: readonly KafkaJSClass[]): boolean {
  return (names as readonly unknown[]).includes(layer.fields['name']);
}

/** Errors that hit the metadata refresh outside sendMessages' own handler: src/cluster/index.js, addMultipleTargetTopics. */
const SPENT_BY_METADATA: readonly RowId[] = [
  'LeaderNotAvailableException',
  'NetworkException',
  'TimeoutException',
];

/** src/producer/sendMessages.js: its retrier sees every error of a send. */
function fromSend(row: Row, error: ErrorLayer): readonly ErrorVariant[] {
  if (error === TYPE_ERROR) return [variant(row.id, error)];
  if (error.fields['retriable'] === true) {
    const spent = variant(row.id, SPENT, error);
    return SPENT_BY_METADATA.includes(row.id) ? [spent, variant(row.id, WRAPPED, error)] : [spent];
  }
  // Wrapped when the cluster has disconnected meanwhile, or when the metadata refresh raised it.
  return [variant(row.id, error), variant(row.id, WRAPPED, error)];
}

/** src/cluster/index.js, findGroupCoordinator: the only errors it retries; the others leave as they are. */
function fromCoordinator(row: Row, error: ErrorLayer): readonly ErrorVariant[] {
  if (isNamed(error, 'KafkaJSBrokerNotFound')) return [variant(row.id, SPENT, error)];
  if (isNamed(error, 'KafkaJSConnectionError'))
    return [variant(row.id, error), variant(row.id, SPENT, error)];
  return [variant(row.id, error)];
}

/** src/producer/eosManager/index.js, INIT_PRODUCER_RETRIABLE_PROTOCOL_ERRORS. */
const RETRIED_BY_INIT = [
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'CONCURRENT_TRANSACTIONS',
];

function fromBegin(row: Row, error: ErrorLayer): readonly ErrorVariant[] {
  const { type } = error.fields;
  return typeof type === 'string' && RETRIED_BY_INIT.includes(type)
    ? [variant(row.id, SPENT, error)]
    : fromCoordinator(row, error);
}

/**
 * src/producer/eosManager/index.js, COMMIT_RETRIABLE_PROTOCOL_ERRORS: of its types only this one exists in the client's own
 * table, which has the older names of the others.
 */
function fromSendOffsets(row: Row, error: ErrorLayer): readonly ErrorVariant[] {
  return error.fields['type'] === 'UNKNOWN_TOPIC_OR_PARTITION'
    ? [variant(row.id, SPENT, error)]
    : fromCoordinator(row, error);
}

const ARRIVALS: Readonly<Record<Operation, (row: Row, error: ErrorLayer) => readonly ErrorVariant[]>> = {
  create: (row, error) => [variant(row.id, error)],
  init: fromBegin,
  begin: fromBegin,
  send: fromSend,
  sendOffsets: fromSendOffsets,
  commit: fromCoordinator,
  abort: fromCoordinator,
  close: (row, error) => [variant(row.id, error)],
};

/** Errors that the operation's requests cannot meet in this client. */
function isPossible(operation: Operation, row: Row, error: ErrorLayer): boolean {
  // Locks guard brokers and topics of a send: src/producer/sendMessages.js, src/cluster/index.js.
  if (isNamed(error, 'KafkaJSLockTimeout')) return operation === 'send';
  if (isNamed(error, 'KafkaJSMetadataNotLoaded', 'KafkaJSTopicMetadataNotLoaded'))
    return operation === 'send';
  if (isNamed(error, 'KafkaJSError')) return operation === 'send';
  // Coordinators are looked for in begin, send (AddPartitionsToTxn), sendOffsets, commit and abort.
  if (isNamed(error, 'KafkaJSGroupCoordinatorNotFound'))
    return operation !== 'create' && operation !== 'close';
  if (row.id === 'RuntimeException') return operation !== 'close';
  return true;
}

const NON_RETRIABLE = errorOf('KafkaJSNonRetriableError', false);

/** State errors of the client itself. Source: src/producer/index.js, src/producer/eosManager. */
const LOCAL: Partial<Record<Operation, readonly ErrorVariant[]>> = {
  // src/producer/index.js: an idempotent producer without retries
  create: [variant('local', NON_RETRIABLE)],
  begin: [variant('local', NON_RETRIABLE)],
  // src/producer/messageProducer.js: `The producer is disconnected` is a KafkaJSError
  send: [variant('local', NON_RETRIABLE), variant('local', errorOf('KafkaJSError', true))],
  // src/producer/eosManager/index.js, sendOffsets: node's assert
  sendOffsets: [
    variant('local', NON_RETRIABLE),
    {
      row: 'local',
      layers: [
        { classes: ['AssertionError', 'Error'], fields: { name: 'AssertionError', code: 'ERR_ASSERTION' } },
      ],
      open: ['actual', 'expected', 'operator', 'generatedMessage'],
    },
  ],
  commit: [variant('local', NON_RETRIABLE)],
  abort: [variant('local', NON_RETRIABLE)],
};

/** Codes that no row has: src/protocol/error.js, unknownErrorCode. */
function unknownsOf(operation: Operation): readonly ErrorVariant[] {
  if (operation === 'create' || operation === 'close') return [UNKNOWN_VARIANT];
  const alone = variant('unknown', UNKNOWN_CODE_ERROR);
  return operation === 'send'
    ? [UNKNOWN_VARIANT, alone, variant('unknown', WRAPPED, UNKNOWN_CODE_ERROR)]
    : [UNKNOWN_VARIANT, alone];
}

const variantsOfOperation = onceByKey((operation: Operation): readonly ErrorVariant[] =>
  withoutDoubles([
    ...rowsRaisedBy(operation).flatMap((row) =>
      originalsOf(row)
        .filter((error) => isPossible(operation, row, error))
        .flatMap((error) => ARRIVALS[operation](row, error)),
    ),
    ...unknownsOf(operation),
    ...(LOCAL[operation] ?? []),
  ]),
);

const promise = (operation?: Operation, returns?: string): MethodMember => ({
  is: 'method',
  style: 'promise',
  ...(operation && { operation }),
  ...(returns && { returns }),
});
const sync: MethodMember = { is: 'method', style: 'sync' };
const other = { is: 'value', type: 'other' } as const;

const ERROR_CLASSES: Readonly<Record<string, Member>> = Object.fromEntries(
  Object.keys(SUPERS).map((name) => [name, { is: 'error-class', name }]),
);

const OFFSETS: ArgumentShape = {
  is: 'object',
  fields: { consumerGroupId: { is: 'any' }, topics: TOPIC_OFFSETS },
};

const OTHER: ApiType = { kind: 'other', members: {} };

const TYPES = {
  namespace: {
    kind: 'namespace',
    members: {
      Kafka: { is: 'class', constructs: 'kafka' },
      PartitionAssigners: other,
      AssignerProtocol: other,
      Partitioners: other,
      logLevel: other,
      CompressionTypes: other,
      CompressionCodecs: other,
      ConfigResourceTypes: other,
      AclResourceTypes: other,
      AclOperationTypes: other,
      AclPermissionTypes: other,
      ResourcePatternTypes: other,
      ConfigSource: other,
      ...ERROR_CLASSES,
    },
  },
  // src/index.js
  kafka: {
    kind: 'kafka',
    members: {
      producer: { is: 'method', style: 'sync', operation: 'create', returns: 'producer' },
      consumer: { is: 'method', style: 'sync', returns: 'consumer' },
      admin: { is: 'method', style: 'sync', returns: 'other' },
      logger: sync,
    },
  },
  // src/producer/index.js. A producer's own sends go through another manager than the transaction's.
  producer: {
    kind: 'producer',
    members: {
      connect: promise(),
      disconnect: promise('close'),
      isIdempotent: sync,
      events: other,
      on: sync,
      send: { ...promise('send'), membership: 'outside' },
      sendBatch: { ...promise('send'), membership: 'outside' },
      transaction: promise('begin', 'transaction'),
      logger: sync,
    },
  },
  transaction: {
    kind: 'transaction',
    members: {
      send: { ...promise('send'), membership: 'join' },
      sendBatch: { ...promise('send'), membership: 'join' },
      // src/producer/eosManager/index.js, sendOffsets: asserts
      sendOffsets: { ...promise('sendOffsets'), takes: [OFFSETS] },
      commit: promise('commit'),
      abort: promise('abort'),
      isActive: { ...sync, role: 'is-active' },
    },
  },
  // src/consumer/index.js
  consumer: {
    kind: 'consumer',
    members: {
      connect: promise(),
      disconnect: promise(),
      subscribe: promise(),
      stop: promise(),
      run: { ...promise(), handlers: { eachBatch: 'batchPayload' } },
      commitOffsets: { ...promise(), role: 'consumer-commit' },
      describeGroup: promise(),
      seek: sync,
      pause: sync,
      paused: sync,
      resume: sync,
      on: sync,
      logger: sync,
      events: other,
    },
    // A consumer does not tell which group it is in.
    absent: ['groupId'],
  },
  // types/index.d.ts, EachBatchPayload
  batchPayload: {
    kind: 'other',
    members: { commitOffsetsIfNecessary: { ...promise(), role: 'consumer-commit' } },
  },
  other: OTHER,
} as const satisfies Readonly<Record<string, ApiType>>;

/** Exported by types/index.d.ts; error classes stand for instances of them. */
const TYPE_EXPORTS = {
  Kafka: 'kafka',
  Producer: 'producer',
  Transaction: 'transaction',
  Consumer: 'consumer',
  EachBatchPayload: 'batchPayload',
  Admin: 'other',
  ...Object.fromEntries(Object.keys(SUPERS).map((name) => [name, 'other'])),
};

/** No exports map: the declarations are reached directly, too. */
const MODULE: ModuleShape = { namespace: 'namespace', types: TYPE_EXPORTS, records: ['KafkaMessage'] };

export const kafkajs: ClientProfile = {
  id: 'kafkajs',
  label: 'kafkajs',
  versions: ['2.2.4'],
  modules: { kafkajs: MODULE, 'kafkajs/types': MODULE, 'kafkajs/types/index': MODULE, ...NEST_MODULES },
  types: { ...TYPES, ...NEST_TYPES },
  errorClasses: CHAINS,
  behaviour: {
    operationsOn: 'handle',
    // src/producer/eosManager/transactionStateMachine.js: a failed EndTxn leaves COMMITTING or ABORTING for ever.
    resumesCommit: false,
    resumesAbort: false,
    abortsAfterFailedCommit: false,
    stuckAfterFailedEnd: true,
    // src/producer/index.js, transaction(): the first one sends InitProducerId.
    initialisedBy: 'begin',
    // src/producer/eosManager/index.js, commit(): waits for no send.
    commitFlushes: false,
    // types/index.d.ts, MessageSetEntry
    offsets: 'string',
    // src/producer/eosManager: what was tried to be ended cannot be ended again
    retriableFlag: undefined,
    alwaysFalse: [],
  },
  transactional: {
    idKeys: [['transactionalId']],
    // kafkajs documentation, "Transactions" and "Producing messages" (idempotent); nothing is checked at run time.
    required: [
      { path: ['idempotent'], value: true, whenAbsent: 'fault' },
      { path: ['maxInFlightRequests'], value: 1, whenAbsent: 'fault' },
    ],
    randomByDefault: false,
    inheritsFromKafka: false,
  },
  variantsOf: (operation) => variantsOfOperation(operation),
  // src/retry/index.js: only errors that the client takes for retriable end in this class.
  flagged: ({ layers: [error] }) =>
    error.classes[0] === 'KafkaJSNumberOfRetriesExceeded' ? 'producer-retriable' : undefined,
};
