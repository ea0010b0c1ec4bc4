import type { Operation } from '../taxonomy/index.js';
import { TOPIC_OFFSETS } from './argument-shapes.js';
import { LIBRDKAFKA_CODES } from './codes/librdkafka.js';
import { chainsOf, onceByKey, UNKNOWN_VARIANT, withoutDoubles } from './error-shapes.js';
import type {
  ApiType,
  ArgumentShape,
  ClientProfile,
  ErrorLayer,
  ErrorVariant,
  Member,
  MethodMember,
  TypeExports,
} from './profile.js';
import { librdkafkaVariants, rdkafka, RDKAFKA_TYPE_EXPORTS, saysFatal } from './rdkafka.js';

/* The KafkaJS API of Confluent's package. Sources: paths in @confluentinc/kafka-javascript 1.10.1. */

/** Classes by superclass. Source: lib/kafkajs/_error.js. */
const SUPERS = {
  KafkaJSError: 'Error',
  KafkaJSPartialMessageError: 'KafkaJSError',
  KafkaJSProtocolError: 'KafkaJSError',
  KafkaJSConnectionError: 'KafkaJSError',
  KafkaJSRequestTimeoutError: 'KafkaJSError',
  KafkaJSSASLAuthenticationError: 'KafkaJSError',
  KafkaJSOffsetOutOfRange: 'KafkaJSProtocolError',
  KafkaJSGroupCoordinatorNotFound: 'KafkaJSError',
  KafkaJSNotImplemented: 'KafkaJSError',
  KafkaJSTimeout: 'KafkaJSError',
  KafkaJSCreateTopicError: 'KafkaJSProtocolError',
  KafkaJSDeleteGroupsError: 'KafkaJSError',
  KafkaJSDeleteTopicRecordsError: 'KafkaJSError',
  KafkaJSAggregateError: 'Error',
  KafkaJSNoBrokerAvailableError: 'KafkaJSError',
} as const;

type ConfluentClass = keyof typeof SUPERS;

const CHAINS = chainsOf(SUPERS);

/** Which class a code gets. Source: lib/kafkajs/_common.js, createKafkaJsErrorFromLibRdKafkaError. */
const CLASS_BY_CODE: Readonly<Record<number, ConfluentClass>> = {
  [LIBRDKAFKA_CODES.ERR_OFFSET_OUT_OF_RANGE]: 'KafkaJSOffsetOutOfRange',
  [LIBRDKAFKA_CODES.ERR_REQUEST_TIMED_OUT]: 'KafkaJSRequestTimeoutError',
  [LIBRDKAFKA_CODES.ERR__PARTIAL]: 'KafkaJSPartialMessageError',
  [LIBRDKAFKA_CODES.ERR__AUTHENTICATION]: 'KafkaJSSASLAuthenticationError',
  [LIBRDKAFKA_CODES.ERR__NOT_IMPLEMENTED]: 'KafkaJSNotImplemented',
  [LIBRDKAFKA_CODES.ERR__TIMED_OUT]: 'KafkaJSTimeout',
  [LIBRDKAFKA_CODES.ERR__ALL_BROKERS_DOWN]: 'KafkaJSNoBrokerAvailableError',
  [LIBRDKAFKA_CODES.ERR__TRANSPORT]: 'KafkaJSConnectionError',
};

/** For this code the conversion names a class that does not exist: it throws, and the call never settles. */
const NEVER_SETTLES = LIBRDKAFKA_CODES.ERR_COORDINATOR_NOT_AVAILABLE;

function classOf(code: number): ConfluentClass {
  return CLASS_BY_CODE[code] ?? (code > 0 ? 'KafkaJSProtocolError' : 'KafkaJSError');
}

/** lib/kafkajs/_error.js, constructor: a code with no name or with several has the type -1. */
function typeOfCode(code: number): string | number {
  const names = Object.entries(LIBRDKAFKA_CODES).filter(([, value]) => value === code);
  const [only] = names;
  return names.length === 1 && only ? only[0] : LIBRDKAFKA_CODES.ERR_UNKNOWN;
}

/** The flags read properties that librdkafka's errors do not have: they are false whatever happened. */
function kafkaJSError(code: number): ErrorLayer {
  const name = classOf(code);
  return {
    classes: CHAINS[name] ?? [name],
    fields: { name, code, type: typeOfCode(code), retriable: false, fatal: false, abortable: false },
  };
}

/** An error of the callback API as the promise API rejects with it. */
function converted(found: ErrorVariant): readonly ErrorVariant[] {
  if (found.open !== undefined) return [found];
  const { code } = found.layers[0].fields;
  if (typeof code !== 'number' || code === NEVER_SETTLES) return [];
  return [{ ...found, layers: [kafkaJSError(code)] }];
}

const fromCallback = (operation: Operation): readonly ErrorVariant[] =>
  librdkafkaVariants(operation, 'callback').flatMap(converted);

function local(code: number): ErrorVariant {
  return { row: 'local', layers: [kafkaJSError(code)] };
}

const STATE = local(LIBRDKAFKA_CODES.ERR__STATE);
const ARGUMENT = local(LIBRDKAFKA_CODES.ERR__INVALID_ARG);

const VARIANTS: Readonly<Record<Operation, () => readonly ErrorVariant[]>> = {
  // lib/kafkajs/_kafka.js: settings in the wrong place, without a code
  create: () => [UNKNOWN_VARIANT, local(LIBRDKAFKA_CODES.ERR_UNKNOWN)],
  // lib/kafkajs/_producer.js, connect: the connection's error is converted, that of initTransactions is handed on as it is.
  init: () => [
    ...librdkafkaVariants('init', 'callback'),
    { row: 'AuthenticationException', layers: [kafkaJSError(LIBRDKAFKA_CODES.ERR__AUTHENTICATION)] },
    { row: 'NetworkException', layers: [kafkaJSError(LIBRDKAFKA_CODES.ERR__TRANSPORT)] },
    { row: 'NetworkException', layers: [kafkaJSError(LIBRDKAFKA_CODES.ERR__ALL_BROKERS_DOWN)] },
    { row: 'NetworkException', layers: [kafkaJSError(LIBRDKAFKA_CODES.ERR__RESOLVE)] },
    { row: 'NetworkException', layers: [kafkaJSError(LIBRDKAFKA_CODES.ERR__SSL)] },
    { row: 'TimeoutException', layers: [kafkaJSError(LIBRDKAFKA_CODES.ERR__TIMED_OUT)] },
    STATE,
    ARGUMENT,
    local(LIBRDKAFKA_CODES.ERR__NOT_IMPLEMENTED),
  ],
  begin: () => fromCallback('begin'),
  // send: what produce throws is handed on as it is, delivery reports are converted.
  send: () => [...librdkafkaVariants('send', 'sync'), ...fromCallback('send'), STATE, ARGUMENT],
  sendOffsets: () => [...fromCallback('sendOffsets'), STATE, ARGUMENT],
  commit: () => [...fromCallback('commit'), STATE],
  abort: () => [...fromCallback('abort'), STATE],
  close: () => [UNKNOWN_VARIANT],
};

const variantsOfOperation = onceByKey((operation: Operation) => withoutDoubles(VARIANTS[operation]()));

const promise = (operation?: Operation, returns?: string): MethodMember => ({
  is: 'method',
  style: 'promise',
  ...(operation && { operation }),
  ...(returns && { returns }),
});
const sync: MethodMember = { is: 'method', style: 'sync' };
const other = { is: 'value', type: 'other' } as const;

/** A member of another profile, its types named from here. */
function foreign(member: Member): Member {
  const abroad = (name: string) => (name === 'this' ? name : `rdkafka:${name}`);
  switch (member.is) {
    case 'method':
      return member.returns === undefined ? member : { ...member, returns: abroad(member.returns) };
    case 'value':
      return { ...member, type: abroad(member.type) };
    case 'class':
      return { ...member, constructs: abroad(member.constructs) };
    case 'error-class':
    case 'codes':
    case 'error-predicate':
      return member;
  }
}

const ERROR_CLASSES: Readonly<Record<string, Member>> = Object.fromEntries(
  Object.keys(SUPERS).map((name) => [name, { is: 'error-class', name }]),
);

const OFFSETS: ArgumentShape = {
  is: 'object',
  fields: { consumer: { is: 'consumer' }, topics: TOPIC_OFFSETS },
  refused: ['consumerGroupId'],
};

const TYPES = {
  // lib/index.js: the callback API at the top, both APIs as namespaces
  module: {
    kind: 'namespace',
    members: {
      ...Object.fromEntries(
        Object.entries(rdkafka.types['namespace']?.members ?? {}).map(([name, member]) => [
          name,
          foreign(member),
        ]),
      ),
      RdKafka: { is: 'value', type: 'rdkafka:namespace' },
      KafkaJS: { is: 'value', type: 'namespace' },
      IsolationLevel: other,
      OffsetSpec: other,
      ConsumerGroupStates: other,
      ConsumerGroupTypes: other,
      AclOperationTypes: other,
    },
  },
  // lib/kafkajs/_kafka.js
  namespace: {
    kind: 'namespace',
    members: {
      Kafka: { is: 'class', constructs: 'kafka' },
      ...ERROR_CLASSES,
      ErrorCodes: { is: 'codes', values: LIBRDKAFKA_CODES },
      isKafkaJSError: { is: 'error-predicate', classes: ['KafkaJSError'] },
      isRebalancing: sync,
      logLevel: other,
      PartitionAssigners: other,
      PartitionAssignors: other,
      CompressionTypes: other,
      ConsumerGroupTypes: other,
      ConsumerGroupStates: other,
      AclOperationTypes: other,
      IsolationLevel: other,
    },
    // MIGRATION.md, "Error Handling", shows this name.
    absent: ['ErrorCode'],
  },
  kafka: {
    kind: 'kafka',
    members: {
      producer: { is: 'method', style: 'sync', operation: 'create', returns: 'producer' },
      consumer: { is: 'method', style: 'sync', returns: 'consumer' },
      admin: { is: 'method', style: 'sync', returns: 'other' },
    },
  },
  // lib/kafkajs/_producer.js: connect runs initTransactions, transaction() resolves to the producer.
  producer: {
    kind: 'producer',
    members: {
      connect: promise('init'),
      disconnect: promise('close'),
      transaction: promise('begin', 'this'),
      send: { ...promise('send'), membership: 'join' },
      sendBatch: { ...promise('send'), membership: 'join' },
      // lib/kafkajs/_producer.js, sendOffsets: throws without a consumer and with a group id
      sendOffsets: { ...promise('sendOffsets'), takes: [OFFSETS] },
      commit: promise('commit'),
      abort: promise('abort'),
      isActive: { ...sync, role: 'is-active' },
      flush: { ...promise(), role: 'flush' },
      logger: sync,
      setSaslCredentials: sync,
      setSaslCredentialProvider: sync,
      dependentAdmin: { ...sync, returns: 'other' },
    },
  },
  // lib/kafkajs/_consumer.js
  consumer: {
    kind: 'consumer',
    members: {
      connect: promise(),
      disconnect: promise(),
      subscribe: promise(),
      stop: promise(),
      run: { ...promise(), handlers: { eachBatch: 'batchPayload' } },
      storeOffsets: sync,
      commitOffsets: { ...promise(), role: 'consumer-commit' },
      committed: promise(),
      seek: sync,
      pause: sync,
      paused: sync,
      resume: sync,
      assignment: sync,
      logger: sync,
      setSaslCredentialProvider: sync,
      dependentAdmin: { ...sync, returns: 'other' },
    },
  },
  // types/kafkajs.d.ts, EachBatchPayload
  batchPayload: {
    kind: 'other',
    members: { commitOffsetsIfNecessary: { ...promise(), role: 'consumer-commit' } },
  },
  other: { kind: 'other', members: {} },
} as const satisfies Readonly<Record<string, ApiType>>;

/** types/kafkajs.d.ts; there a Transaction is a Producer. */
const KAFKAJS_EXPORTS: TypeExports = {
  Kafka: 'kafka',
  Producer: 'producer',
  Transaction: 'producer',
  Consumer: 'consumer',
  EachBatchPayload: 'batchPayload',
  Admin: 'other',
  ...Object.fromEntries(Object.keys(SUPERS).map((name) => [name, 'other'])),
};

function prefixed(types: TypeExports, path: string, owner: string): TypeExports {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [path + name, owner + type]));
}

export const confluent: ClientProfile = {
  id: 'confluent',
  label: '@confluentinc/kafka-javascript',
  versions: ['1.10.1'],
  modules: {
    '@confluentinc/kafka-javascript': {
      namespace: 'module',
      types: {
        ...prefixed(RDKAFKA_TYPE_EXPORTS, '', 'rdkafka:'),
        ...prefixed(RDKAFKA_TYPE_EXPORTS, 'RdKafka.', 'rdkafka:'),
        ...prefixed(KAFKAJS_EXPORTS, 'KafkaJS.', ''),
      },
      records: ['Message', 'RdKafka.Message', 'KafkaJS.KafkaMessage'],
    },
    // No exports map: declarations and sources are reached directly, too.
    '@confluentinc/kafka-javascript/types/kafkajs': {
      namespace: 'namespace',
      types: KAFKAJS_EXPORTS,
      records: ['KafkaMessage'],
    },
    '@confluentinc/kafka-javascript/types/rdkafka': {
      namespace: 'rdkafka:namespace',
      types: prefixed(RDKAFKA_TYPE_EXPORTS, '', 'rdkafka:'),
      records: ['Message'],
    },
    '@confluentinc/kafka-javascript/lib/kafkajs': { namespace: 'namespace', types: KAFKAJS_EXPORTS },
  },
  types: TYPES,
  // Raw errors of the callback API leave connect and send, too.
  errorClasses: { ...CHAINS, ...rdkafka.errorClasses },
  behaviour: {
    ...rdkafka.behaviour,
    initialisedBy: 'connect',
    // types/kafkajs.d.ts, MessageSetEntry
    offsets: 'string',
    retriableFlag: undefined,
    // lib/kafkajs/_common.js, createKafkaJsErrorFromLibRdKafkaError
    alwaysFalse: ['retriable', 'fatal', 'abortable'],
  },
  transactional: {
    // lib/kafkajs/_producer.js, #kafkaJSToProducerConfig
    idKeys: [['kafkaJS', 'transactionalId'], ['transactional.id']],
    // lib/kafkajs/_kafka.js, producer: throws on a key that belongs under kafkaJS
    refusedIdKeys: [['transactionalId']],
    // MIGRATION.md: the id switches idempotence on; switched off beside it, librdkafka refuses.
    required: [
      { path: ['kafkaJS', 'idempotent'], value: true, whenAbsent: 'fine' },
      { path: ['enable.idempotence'], value: true, whenAbsent: 'fine' },
    ],
    randomByDefault: false,
    // lib/kafkajs/_kafka.js, #mergeConfiguration
    inheritsFromKafka: true,
  },
  variantsOf: (operation) => variantsOfOperation(operation),
  flagged: (variant) => (saysFatal(variant) ? 'application-recoverable' : undefined),
};
