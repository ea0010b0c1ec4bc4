import { rowsRaisedBy, type Operation, type Row, type RowId } from '../taxonomy/index.js';
import { objectOf } from './argument-shapes.js';
import { PLATFORMATIC_ERRORS } from './codes/platformatic.js';
import { chainsOf, onceByKey, TYPE_ERROR, UNKNOWN_VARIANT, withoutDoubles } from './error-shapes.js';
import type {
  ApiType,
  ArgumentShape,
  ClientProfile,
  ErrorClassMember,
  ErrorLayer,
  ErrorPredicateMember,
  ErrorVariant,
  MethodMember,
} from './profile.js';

/* Sources: paths in @platformatic/kafka 1.35.0; 2.12.1 has the same protocol table and classes. */

/** Classes by superclass. Source: dist/errors.js. */
const SUPERS = {
  GenericError: 'Error',
  MultipleErrors: 'AggregateError',
  AggregateError: 'Error',
  ResponseError: 'MultipleErrors',
  AuthenticationError: 'GenericError',
  NetworkError: 'GenericError',
  ProtocolError: 'GenericError',
  TimeoutError: 'GenericError',
  UnexpectedCorrelationIdError: 'GenericError',
  UnfinishedWriteBufferError: 'GenericError',
  UnsupportedApiError: 'GenericError',
  UnsupportedCompressionError: 'GenericError',
  UnsupportedFormatError: 'GenericError',
  UnsupportedError: 'GenericError',
  UserError: 'GenericError',
} as const;

type PlatformaticClass = Exclude<keyof typeof SUPERS, 'AggregateError'>;

const CHAINS = chainsOf(SUPERS);

/** `static code` of each class; GenericError has none. Source: dist/errors.js. */
const STATIC_CODES: Readonly<Record<Exclude<PlatformaticClass, 'GenericError'>, string>> = {
  MultipleErrors: 'PLT_KFK_MULTIPLE',
  ResponseError: 'PLT_KFK_RESPONSE',
  AuthenticationError: 'PLT_KFK_AUTHENTICATION',
  NetworkError: 'PLT_KFK_NETWORK',
  ProtocolError: 'PLT_KFK_PROTOCOL',
  TimeoutError: 'PLT_KFK_TIMEOUT',
  UnexpectedCorrelationIdError: 'PLT_KFK_UNEXPECTED_CORRELATION_ID',
  UnfinishedWriteBufferError: 'PLT_KFK_UNFINISHED_WRITE_BUFFER',
  UnsupportedApiError: 'PLT_KFK_UNSUPPORTED_API',
  UnsupportedCompressionError: 'PLT_KFK_UNSUPPORTED_COMPRESSION',
  UnsupportedFormatError: 'PLT_KFK_UNSUPPORTED_FORMAT',
  UnsupportedError: 'PLT_KFK_UNSUPPORTED',
  UserError: 'PLT_KFK_USER',
};

/** The code of instances: TimeoutError hands NetworkError's to its superclass. */
function codeOf(name: Exclude<PlatformaticClass, 'GenericError'>): string {
  return STATIC_CODES[name === 'TimeoutError' ? 'NetworkError' : name];
}

/** An error as a program meets it, before retries and concurrent sends have gathered it with others. */
interface Original {
  readonly layers: readonly [ErrorLayer, ...ErrorLayer[]];
  readonly inner?: readonly ErrorLayer[];
}

/** No class sets a name: it is Error's, or AggregateError's. */
function genericError(
  name: Exclude<PlatformaticClass, 'GenericError' | 'MultipleErrors' | 'ResponseError'>,
  fields: ErrorLayer['fields'],
): ErrorLayer {
  return { classes: CHAINS[name] ?? [name], fields: { name: 'Error', code: codeOf(name), ...fields } };
}

function aggregate(name: 'MultipleErrors' | 'ResponseError'): ErrorLayer {
  return { classes: CHAINS[name] ?? [name], fields: { name: 'AggregateError', code: codeOf(name) } };
}

const STALE_METADATA = [
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_OR_FOLLOWER',
  'FENCED_LEADER_EPOCH',
];
const NEEDS_REJOIN = [
  'MEMBER_ID_REQUIRED',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
];

/** dist/errors.js, ProtocolError; `producerFenced` knows one of the two fencing errors. */
function protocolError(
  apiCode: number,
  { apiId, canRetry }: { apiId: string; canRetry: boolean },
): ErrorLayer {
  return genericError('ProtocolError', {
    apiId,
    apiCode,
    canRetry,
    hasStaleMetadata: STALE_METADATA.includes(apiId),
    needsRejoin: NEEDS_REJOIN.includes(apiId),
    producerFenced: apiId === 'INVALID_PRODUCER_EPOCH',
    rebalanceInProgress: apiId === 'REBALANCE_IN_PROGRESS',
    unknownMemberId: apiId === 'UNKNOWN_MEMBER_ID',
  });
}

const NETWORK = genericError('NetworkError', { canRetry: true });
const USER = genericError('UserError', { canRetry: false });
const MULTIPLE = aggregate('MultipleErrors');
const RESPONSE = aggregate('ResponseError');

const alone = (error: ErrorLayer): Original => ({ layers: [error] });

/** dist/network/connection.js, #onConnectionError: a refused login arrives as a lost connection with a cause. */
const REFUSED_LOGIN: Original = {
  layers: [NETWORK, genericError('AuthenticationError', { canRetry: false })],
};

/** Errors of the client's own that stand for a row. */
const OWN_ERRORS: Partial<Record<RowId, readonly Original[]>> = {
  // dist/network/connection.js
  TimeoutException: [alone(genericError('TimeoutError', { canRetry: false }))],
  // dist/network/connection.js; dist/network/connection-pool.js, #getFirstAvailable
  NetworkException: [alone(NETWORK), { layers: [MULTIPLE], inner: [NETWORK] }],
  AuthenticationException: [REFUSED_LOGIN],
  SaslAuthenticationException: [REFUSED_LOGIN],
  // dist/network/connection.js: an unexpected correlation id destroys the socket
  CorrelationIdMismatchException: [
    { layers: [NETWORK, genericError('UnexpectedCorrelationIdError', { canRetry: false })] },
  ],
  // dist/clients/base/base.js, kGetApi
  UnsupportedVersionException: [alone(genericError('UnsupportedApiError', { canRetry: false }))],
  // dist/protocol/records.js
  UnsupportedCompressionTypeException: [
    alone(genericError('UnsupportedCompressionError', { canRetry: false })),
  ],
  // dist/clients/base/base.js, kMetadata
  UnknownTopicOrPartitionException: [alone(USER)],
  // dist/protocol/writer.js
  KafkaException: [alone(genericError('UnfinishedWriteBufferError', { canRetry: false }))],
  RuntimeException: [alone(TYPE_ERROR)],
};

function originalsOf(row: Row): readonly Original[] {
  const own = OWN_ERRORS[row.id] ?? [];
  if (row.protocolCode === null) return own;
  const known = PLATFORMATIC_ERRORS[row.protocolCode];
  if (known === undefined) return own;
  return [{ layers: [RESPONSE], inner: [protocolError(row.protocolCode, known)] }, ...own];
}

/** Properties that hold objects or differ from case to case. */
const OPEN_ALWAYS = ['findBy'];
const OPEN: Readonly<Record<string, readonly string[]>> = {
  MultipleErrors: ['errors', 'produced'],
  ResponseError: ['errors', 'response'],
  ProtocolError: ['serverErrorMessage', 'path', 'memberId'],
  NetworkError: ['closed', 'instance'],
};

function variant(row: ErrorVariant['row'], { layers, inner = [] }: Original): ErrorVariant {
  const classes = [...layers, ...inner].flatMap((layer) => layer.classes.slice(0, 1));
  const open = [...new Set([...OPEN_ALWAYS, ...classes.flatMap((name) => OPEN[name] ?? [])])];
  return { row, layers, ...(inner.length > 0 && { inner }), open };
}

function gathered({ layers, inner = [] }: Original): Original {
  return { layers: [MULTIPLE], inner: [...layers.slice(0, 1), ...inner] };
}

/**
 * dist/clients/base/base.js, kPerformWithRetry: after a retry all errors come together; so they do after a send
 * (dist/clients/producer/producer.js, #performSend), whose errors may have been retried before.
 */
function arrivals(operation: Operation, row: RowId | 'unknown', original: Original): readonly ErrorVariant[] {
  if (row === 'RuntimeException' && original.layers[0] === TYPE_ERROR)
    return [{ row, layers: original.layers }];
  const retried = gathered(original);
  return [original, retried, ...(operation === 'send' ? [gathered(retried)] : [])].map((arrived) =>
    variant(row, arrived),
  );
}

/** A code that the table lacks: dist/errors.js, ProtocolError, takes a part of what it does not find. */
const UNKNOWN_CODE: Original = alone(TYPE_ERROR);

/** State errors of the client itself: dist/clients/producer, dist/clients/base/base.js (kCheckNotClosed). */
function localErrors(operation: Operation): readonly ErrorVariant[] {
  const closed: Original = alone(genericError('NetworkError', { canRetry: true, closed: true }));
  return operation === 'create' || operation === 'close'
    ? [variant('local', alone(USER))]
    : [variant('local', alone(USER)), variant('local', closed)];
}

const variantsOfOperation = onceByKey((operation: Operation): readonly ErrorVariant[] => {
  const sends = operation !== 'create' && operation !== 'close';
  const possible = rowsRaisedBy(operation).flatMap((row) =>
    originalsOf(row)
      .filter(() => sends || row.id === 'RuntimeException' || row.id === 'NetworkException')
      .flatMap((original) => arrivals(operation, row.id, original)),
  );
  return withoutDoubles([
    ...possible,
    UNKNOWN_VARIANT,
    ...(sends ? arrivals(operation, 'unknown', UNKNOWN_CODE) : []),
    ...localErrors(operation),
  ]);
});

const either = (operation?: Operation, returns?: string): MethodMember => ({
  is: 'method',
  style: 'either',
  ...(operation && { operation }),
  ...(returns && { returns }),
});
const sync: MethodMember = { is: 'method', style: 'sync' };
const other = { is: 'value', type: 'other' } as const;

/** True for every error of the client, those of many errors included: a symbol marks them, not their class. */
const IS_GENERIC: ErrorPredicateMember = {
  is: 'error-predicate',
  classes: ['GenericError', 'MultipleErrors'],
};
const IS_MULTIPLE: ErrorPredicateMember = { is: 'error-predicate', classes: ['MultipleErrors'] };

function errorClass(name: PlatformaticClass): ErrorClassMember {
  const many = CHAINS[name]?.includes('MultipleErrors') === true;
  return {
    is: 'error-class',
    name,
    statics: many
      ? { isGenericError: IS_GENERIC, isMultipleErrors: IS_MULTIPLE }
      : { isGenericError: IS_GENERIC },
    ...(name !== 'GenericError' && { constants: { code: STATIC_CODES[name] } }),
  };
}

const CLASS_NAMES = (Object.keys(SUPERS) as (keyof typeof SUPERS)[]).filter(
  (name) => name !== 'AggregateError',
);

/** dist/clients/base/base.js */
const BASE = {
  close: either('close'),
  metadata: either(),
  listApis: either(),
  connectToBrokers: either(),
  clearMetadata: sync,
  isActive: sync,
  isConnected: sync,
  closed: other,
  clientId: other,
  on: { ...sync, returns: 'this' },
  once: { ...sync, returns: 'this' },
  off: { ...sync, returns: 'this' },
  addListener: { ...sync, returns: 'this' },
  removeListener: { ...sync, returns: 'this' },
} as const satisfies ApiType['members'];

/** dist/clients/producer/transaction.js, addOffset */
const RECORD: ArgumentShape = objectOf('topic', 'partition', 'offset', 'metadata');

const TYPES = {
  namespace: {
    kind: 'namespace',
    members: {
      Producer: { is: 'class', constructs: 'producer', operation: 'create' },
      Consumer: { is: 'class', constructs: 'consumer' },
      Admin: other,
      ...Object.fromEntries(CLASS_NAMES.map((name) => [name, errorClass(name)])),
      protocolErrorsCodesById: {
        is: 'codes',
        values: Object.fromEntries(
          Object.entries(PLATFORMATIC_ERRORS).map(([code, { apiId }]) => [code, apiId]),
        ),
      },
      protocolErrors: other,
      errorCodes: other,
      ProduceAcks: other,
    },
  },
  // dist/clients/producer/producer.js: a producer's own send is refused while a transaction is open.
  producer: {
    kind: 'producer',
    members: {
      ...BASE,
      initIdempotentProducer: either('init'),
      // dist/clients/producer/producer.js: what it gets first are options, whatever it is.
      beginTransaction: { ...either('begin', 'transaction'), takes: [{ is: 'options' }] },
      send: { ...either('send'), membership: 'rejects' },
      asStream: { ...sync, returns: 'other' },
      transaction: { is: 'value', type: 'transaction', optional: true },
      getSendTopicPartitions: sync,
      getSendBrokers: either(),
      getSendConnections: either(),
      producerId: other,
      producerEpoch: other,
      coordinatorId: other,
      streamsCount: other,
    },
  },
  // dist/clients/producer/transaction.js; the class is not exported.
  transaction: {
    kind: 'transaction',
    members: {
      send: { ...either('send'), membership: 'join' },
      addPartitions: either('send'),
      addConsumer: { ...either('sendOffsets'), takes: [{ is: 'consumer' }] },
      // The consumer stands in the record's metadata; kTransactionCommitOffset in producer.js adds one.
      addOffset: { ...either('sendOffsets'), takes: [RECORD], record: 'taken' },
      commit: either('commit'),
      abort: either('abort'),
      cancel: { ...either(), role: 'local-end' },
      completed: { is: 'value', type: 'other', role: 'is-ended' },
      id: other,
    },
  },
  // dist/clients/consumer/messages-stream.js: what the stream gives commits its own offset.
  messagesStream: { kind: 'other', items: 'message', members: {} },
  message: {
    kind: 'other',
    members: { commit: { ...either(), role: 'consumer-commit' } },
  },
  // dist/clients/consumer/consumer.js
  consumer: {
    kind: 'consumer',
    members: {
      ...BASE,
      close: either(),
      consume: either(undefined, 'messagesStream'),
      fetch: either(),
      commit: { ...either(), role: 'consumer-commit' },
      listOffsets: either(),
      listOffsetsWithTimestamps: either(),
      listCommittedOffsets: either(),
      getLag: either(),
      startLagMonitoring: sync,
      stopLagMonitoring: sync,
      findGroupCoordinator: either(),
      joinGroup: either(),
      leaveGroup: either(),
      groupId: other,
    },
  },
  other: { kind: 'other', members: {} },
} as const satisfies Readonly<Record<string, ApiType>>;

export const platformatic: ClientProfile = {
  id: 'platformatic',
  label: '@platformatic/kafka',
  versions: ['1.35.0'],
  modules: {
    '@platformatic/kafka': {
      namespace: 'namespace',
      types: {
        Producer: 'producer',
        Consumer: 'consumer',
        Admin: 'other',
        ...Object.fromEntries(CLASS_NAMES.map((name) => [name, 'other'])),
      },
      records: ['Message'],
    },
  },
  types: TYPES,
  errorClasses: CHAINS,
  behaviour: {
    operationsOn: 'handle',
    // dist/clients/producer/producer.js, kTransactionEnd: a failed end leaves the transaction as it was, so that the same call
    // sends the same EndTxn again.
    resumesCommit: true,
    resumesAbort: true,
    abortsAfterFailedCommit: true,
    // An abort that works, or cancel(), frees the producer.
    stuckAfterFailedEnd: false,
    initialisedBy: 'begin',
    // dist/clients/producer/transaction.js, commit(): waits for no send.
    commitFlushes: false,
    // dist/protocol/records.d.ts, Message
    offsets: 'bigint',
    // dist/errors.js: `canRetry` is of the errors inside of MultipleErrors
    retriableFlag: undefined,
    alwaysFalse: [],
  },
  transactional: {
    idKeys: [['transactionalId']],
    // dist/clients/producer/producer.js, beginTransaction refuses others.
    required: [{ path: ['idempotent'], value: true, whenAbsent: 'fault' }],
    // dist/clients/producer/producer.js, constructor: randomUUID
    randomByDefault: true,
    inheritsFromKafka: false,
  },
  // The network error around it can be tried again, and that is what a program sees.
  flagged: ({ row }) => (row === 'CorrelationIdMismatchException' ? 'producer-refresh-retriable' : undefined),
  variantsOf: (operation) => variantsOfOperation(operation),
};
