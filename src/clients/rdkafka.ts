import { rows, rowsRaisedBy, type Operation, type Row, type RowId } from '../taxonomy/index.js';
import { objectOf } from './argument-shapes.js';
import { LIBRDKAFKA_CODES, type LibrdkafkaConstant } from './codes/librdkafka.js';
import { onceByKey, TYPE_ERROR, UNKNOWN_VARIANT, withoutDoubles } from './error-shapes.js';
import { handlingOf, HEALED_BY_ABORT, READ_AS, type Handling, type Request } from './librdkafka-handling.js';
import type {
  ApiType,
  ArgumentShape,
  CallStyle,
  ClientProfile,
  ErrorLayer,
  ErrorVariant,
  MethodMember,
  ModuleShape,
} from './profile.js';

/* Sources: paths in node-rdkafka 3.6.1; `librdkafka/` stands for its deps/librdkafka (2.15.0). */

/** lib/error.js, ERR__END: the ends of `origin` are mixed up there. */
const FIRST_LOCAL_CODE = LIBRDKAFKA_CODES.ERR__END;

/**
 * The flags of an error of init, sendOffsets, commit and abort (src/workers.cc, ToTxnObject); errors of begin, produce and
 * delivery reports have none.
 */
interface Flags {
  readonly isFatal: boolean;
  readonly isRetriable: boolean;
  readonly isTxnRequiresAbort: boolean;
}

const PLAIN: Flags = { isFatal: false, isRetriable: false, isTxnRequiresAbort: false };
const FLAGS: Readonly<Record<Exclude<Handling, 'none'>, Flags>> = {
  retry: { ...PLAIN, isRetriable: true },
  abortable: { ...PLAIN, isTxnRequiresAbort: true },
  fatal: { ...PLAIN, isFatal: true },
};

/** lib/error.js: the class sets no name, so that it reads as Error's. */
export function librdkafkaError(code: number, flags?: Flags): ErrorLayer {
  return {
    classes: ['LibrdKafkaError', 'Error'],
    fields: {
      name: 'Error',
      code,
      errno: code,
      origin: code >= FIRST_LOCAL_CODE ? 'local' : 'kafka',
      ...flags,
    },
  };
}

function variant(row: ErrorVariant['row'], code: number, flags?: Flags): ErrorVariant {
  return { row, layers: [librdkafkaError(code, flags)] };
}

function local(constant: LibrdkafkaConstant, flags?: Flags): ErrorVariant {
  return variant('local', LIBRDKAFKA_CODES[constant], flags);
}

/** The code that the application sees. */
function codesOf(row: Row): readonly number[] {
  const readAs = READ_AS[row.id];
  if (readAs !== undefined) return [LIBRDKAFKA_CODES[readAs]];
  return row.protocolCode === null ? [] : [row.protocolCode];
}

/** A refused Produce request is reported by the broker's code, fencing included: rd_kafka_handle_Produce_error. */
function rawCodesOf(row: Row): readonly number[] {
  // Brokers answer a Produce request with INVALID_PRODUCER_EPOCH alone (KIP-588).
  return row.id === 'InvalidProducerEpochException' ? [LIBRDKAFKA_CODES.ERR_INVALID_PRODUCER_EPOCH] : [];
}

/** Codes of librdkafka's own that stand for a row in the transactional calls. Source: librdkafka/src/rdkafka_txnmgr.c. */
const OWN_CODES: Partial<
  Record<RowId, { readonly constant: LibrdkafkaConstant; readonly handling: Exclude<Handling, 'none'> }[]>
> = {
  TimeoutException: [{ constant: 'ERR__TIMED_OUT', handling: 'retry' }],
  NetworkException: [{ constant: 'ERR__TRANSPORT', handling: 'retry' }],
};

function answeredVariants(row: Row, request: Request): readonly ErrorVariant[] {
  const handling = lastHandlingOf(row, request);
  if (handling === 'none') return [];
  const own = (OWN_CODES[row.id] ?? []).map((code) =>
    variant(
      row.id,
      LIBRDKAFKA_CODES[code.constant],
      FLAGS[request === 'txnOffsetCommit' ? 'abortable' : code.handling],
    ),
  );
  const answered = codesOf(row).map((code) => variant(row.id, code, FLAGS[handling]));
  // The call's time-out comes first as often as not (rd_kafka_txn_op_req0); init names what it was waiting for instead
  // (rd_kafka_init_transactions, txn_init_err).
  const timedOut =
    handling === 'retry' && row.protocolCode !== null && request !== 'initProducerId'
      ? [variant(row.id, LIBRDKAFKA_CODES.ERR__TIMED_OUT, FLAGS.retry)]
      : [];
  return [...answered, ...own, ...timedOut];
}

/**
 * What is left to do once the call is over: TxnOffsetCommit is retried for as long as the call lasts, and fails the transaction
 * then (rd_kafka_txn_handle_TxnOffsetCommit).
 */
function lastHandlingOf(row: Row, request: Request): Handling {
  const handling = handlingOf(row.id, request);
  return handling === 'retry' && request === 'txnOffsetCommit' ? 'abortable' : handling;
}

/** Java's own exceptions have no code: what is left of them is an error without a flag. */
function codelessVariants(row: Row, flags?: Flags): readonly ErrorVariant[] {
  switch (row.id) {
    case 'AuthenticationException':
      return [variant(row.id, LIBRDKAFKA_CODES.ERR__AUTHENTICATION, flags)];
    case 'KafkaException':
      return [variant(row.id, LIBRDKAFKA_CODES.ERR__FAIL, flags)];
    case 'RuntimeException':
      return [{ row: row.id, layers: [TYPE_ERROR] }];
    default:
      return [];
  }
}

/** Errors of earlier sends or offsets that an open transaction hands to the next call: rd_kafka_txn_require_states0. */
function earlierErrors(
  requests: readonly { operation: Operation; request: Request }[],
): readonly ErrorVariant[] {
  return requests.flatMap(({ operation, request }) =>
    rowsRaisedBy(operation)
      .filter((row) => handlingOf(row.id, request) === 'abortable' && canAnswer(row, request))
      .flatMap((row) => codesOf(row).map((code) => variant(row.id, code, FLAGS.abortable))),
  );
}

/** Rows that a send alone raises answer the Produce request, not the one that adds its partitions. */
function canAnswer(row: Row, request: Request): boolean {
  return request !== 'addPartitionsToTxn' || row.raisedBy.some((operation) => operation !== 'send');
}

/** Records that were not delivered in time fail the transaction: librdkafka/src/rdkafka_broker.c (rd_kafka_toppar_producer_serve). */
const TIMED_OUT_EARLIER = variant('TimeoutException', LIBRDKAFKA_CODES.ERR__TIMED_OUT, FLAGS.abortable);

const EARLIER_SENDS = [
  { operation: 'send', request: 'produce' },
  { operation: 'send', request: 'addPartitionsToTxn' },
] as const;
const EARLIER_OFFSETS = [
  { operation: 'sendOffsets', request: 'addOffsetsToTxn' },
  { operation: 'sendOffsets', request: 'txnOffsetCommit' },
] as const;

/** rd_kafka_txn_curr_api_begin and rd_kafka_ensure_transactional. `Flags` only where the call carries them. */
function localErrors(flagged: boolean): readonly ErrorVariant[] {
  const retriable = flagged ? FLAGS.retry : undefined;
  const plain = flagged ? PLAIN : undefined;
  return [
    local('ERR__STATE', plain),
    local('ERR__CONFLICT', retriable),
    local('ERR__PREV_IN_PROGRESS', retriable),
    local('ERR__NOT_CONFIGURED', plain),
    local('ERR__INVALID_ARG', plain),
  ];
}

function initVariants(): readonly ErrorVariant[] {
  return [
    ...rowsRaisedBy('init').flatMap((row) => [
      ...answeredVariants(row, 'initProducerId'),
      ...codelessVariants(row, PLAIN),
    ]),
    // A broker without transactions: librdkafka/src/rdkafka_idempotence.c
    variant('UnsupportedVersionException', LIBRDKAFKA_CODES.ERR__UNSUPPORTED_FEATURE, FLAGS.fatal),
    variant('unknown', LIBRDKAFKA_CODES.ERR_UNKNOWN, PLAIN),
    UNKNOWN_VARIANT,
    ...localErrors(true),
  ];
}

const REQUESTS: readonly Request[] = [
  'produce',
  'addPartitionsToTxn',
  'addOffsetsToTxn',
  'txnOffsetCommit',
  'endTxn',
  'initProducerId',
];

/** rd_kafka_begin_transaction sends nothing: it reports its own state and a fatal error raised earlier, without flags. */
function beginVariants(): readonly ErrorVariant[] {
  return [
    ...rows
      .filter((row) => REQUESTS.some((request) => handlingOf(row.id, request) === 'fatal'))
      .flatMap((row) => codesOf(row).map((code) => variant(row.id, code))),
    UNKNOWN_VARIANT,
    ...localErrors(false),
  ];
}

/** Thrown by produce itself: librdkafka/src/rdkafka_msg.c (rd_kafka_msg_new0, rd_kafka_msg_partitioner), lib/producer.js. */
function produceVariants(): readonly ErrorVariant[] {
  const fatal = rowsRaisedBy('send').filter(
    (row) =>
      handlingOf(row.id, 'produce') === 'fatal' || handlingOf(row.id, 'addPartitionsToTxn') === 'fatal',
  );
  return [
    ...fatal.map((row) => variant(row.id, LIBRDKAFKA_CODES.ERR__FATAL)),
    variant('UnknownTopicOrPartitionException', LIBRDKAFKA_CODES.ERR__UNKNOWN_TOPIC),
    variant('UnknownTopicOrPartitionException', LIBRDKAFKA_CODES.ERR__UNKNOWN_PARTITION),
    variant('UnknownTopicOrPartitionException', LIBRDKAFKA_CODES.ERR_UNKNOWN_TOPIC_OR_PART),
    variant('InvalidTopicException', LIBRDKAFKA_CODES.ERR_TOPIC_EXCEPTION),
    variant('TopicAuthorizationException', LIBRDKAFKA_CODES.ERR_TOPIC_AUTHORIZATION_FAILED),
    variant('RecordTooLargeException', LIBRDKAFKA_CODES.ERR_MSG_SIZE_TOO_LARGE),
    { row: 'RuntimeException', layers: [TYPE_ERROR] },
    UNKNOWN_VARIANT,
    { ...local('ERR__QUEUE_FULL'), beforeSend: true },
    local('ERR__STATE'),
    local('ERR__INVALID_ARG'),
    { row: 'local', layers: [{ classes: ['Error'], fields: { name: 'Error' } }] },
  ];
}

/**
 * What a delivery report says; a HighLevelProducer gives its callback the errors that produce would throw, too
 * (lib/producer/high-level-producer.js). Retries end with message.timeout.ms: librdkafka/src/rdkafka_broker.c. The codes are those of
 * Confluent's package; node-rdkafka says -1 whatever happened (src/callbacks.cc, DeliveryReportDispatcher::Flush), so that a test of
 * a code is dead there alone.
 */
function deliveryVariants(): readonly ErrorVariant[] {
  const reported = rowsRaisedBy('send').flatMap((row): readonly ErrorVariant[] => {
    const handling = handlingOf(row.id, 'produce');
    if (handling === 'none') return [];
    const answered = [...codesOf(row), ...rawCodesOf(row)].map((code) => variant(row.id, code));
    return handling === 'retry' && row.protocolCode !== null
      ? [...answered, variant(row.id, LIBRDKAFKA_CODES.ERR__MSG_TIMED_OUT)]
      : [...answered, ...codelessVariants(row)];
  });
  return [
    ...reported,
    variant('TimeoutException', LIBRDKAFKA_CODES.ERR__TIMED_OUT),
    variant('NetworkException', LIBRDKAFKA_CODES.ERR__TRANSPORT),
    // Purged since the transaction failed or was aborted.
    variant('TransactionAbortableException', LIBRDKAFKA_CODES.ERR__PURGE_QUEUE),
    variant('TransactionAbortableException', LIBRDKAFKA_CODES.ERR__PURGE_INFLIGHT),
    variant('unknown', LIBRDKAFKA_CODES.ERR_UNKNOWN),
    ...produceVariants(),
  ];
}

function sendOffsetsVariants(): readonly ErrorVariant[] {
  return [
    ...rowsRaisedBy('sendOffsets').flatMap((row) => [
      ...answeredVariants(row, 'addOffsetsToTxn'),
      ...answeredVariants(row, 'txnOffsetCommit'),
      ...codelessVariants(row, PLAIN),
    ]),
    ...earlierErrors(EARLIER_SENDS),
    TIMED_OUT_EARLIER,
    variant('unknown', LIBRDKAFKA_CODES.ERR_UNKNOWN, FLAGS.abortable),
    UNKNOWN_VARIANT,
    ...localErrors(true),
  ];
}

function commitVariants(): readonly ErrorVariant[] {
  return [
    ...rowsRaisedBy('commit').flatMap((row) => [
      ...answeredVariants(row, 'endTxn'),
      ...codelessVariants(row, PLAIN),
    ]),
    ...earlierErrors([...EARLIER_SENDS, ...EARLIER_OFFSETS]),
    TIMED_OUT_EARLIER,
    // Some records were not delivered: rd_kafka_txn_op_commit_transaction.
    variant('TransactionAbortableException', LIBRDKAFKA_CODES.ERR__INCONSISTENT, FLAGS.abortable),
    variant('unknown', LIBRDKAFKA_CODES.ERR_UNKNOWN, FLAGS.abortable),
    UNKNOWN_VARIANT,
    ...localErrors(true),
  ];
}

/**
 * By KIP-1050 an abort raises nothing abortable; librdkafka sets isTxnRequiresAbort on a refused EndTxn whatever it was to
 * do, but a test of that flag in an abort's handler has no right answer. So those errors come without a flag here.
 */
function abortVariants(): readonly ErrorVariant[] {
  return [
    ...rowsRaisedBy('abort')
      .filter((row) => !HEALED_BY_ABORT.includes(row.id))
      .flatMap((row) => [...answeredVariants(row, 'endTxn'), ...codelessVariants(row, PLAIN)])
      .map(withoutAbortFlag),
    variant('unknown', LIBRDKAFKA_CODES.ERR_UNKNOWN, PLAIN),
    UNKNOWN_VARIANT,
    ...localErrors(true),
  ];
}

function withoutAbortFlag(found: ErrorVariant): ErrorVariant {
  const [{ classes, fields }] = found.layers;
  if (fields['isTxnRequiresAbort'] !== true) return found;
  return { ...found, layers: [{ classes, fields: { ...fields, isTxnRequiresAbort: false } }] };
}

type Situation = Operation | 'delivery';

const VARIANTS: Readonly<Record<Situation, () => readonly ErrorVariant[]>> = {
  // lib/client.js: the constructor throws what the binding throws on a bad setting.
  create: () => [UNKNOWN_VARIANT],
  init: initVariants,
  begin: beginVariants,
  send: produceVariants,
  delivery: deliveryVariants,
  sendOffsets: sendOffsetsVariants,
  commit: commitVariants,
  abort: abortVariants,
  // lib/producer.js: disconnect flushes, which throws on a producer that is not connected.
  close: () => [
    UNKNOWN_VARIANT,
    { row: 'local', layers: [{ classes: ['Error'], fields: { name: 'Error' } }] },
  ],
};

const variantsOfSituation = onceByKey((situation: Situation) => withoutDoubles(VARIANTS[situation]()));

/**
 * Every operation but produce arrives the same way in every style; produce throws ('sync') or reports ('callback').
 * A promisified produce rejects with both.
 */
export function librdkafkaVariants(operation: Operation, style: CallStyle): readonly ErrorVariant[] {
  return variantsOfSituation(operation === 'send' && style !== 'sync' ? 'delivery' : operation);
}

/** Whether an error is librdkafka's word for one that leaves the producer unusable (librdkafka/src/rdkafka.c, rd_kafka_set_fatal_error0). */
export const saysFatal = ({ layers: [{ fields }] }: ErrorVariant): boolean =>
  fields['code'] === LIBRDKAFKA_CODES.ERR__FATAL;

const callback = (operation?: Operation): MethodMember => ({
  is: 'method',
  style: 'callback',
  ...(operation && { operation }),
});
const sync: MethodMember = { is: 'method', style: 'sync' };
const chained: MethodMember = { ...sync, returns: 'this' };

/** lib/client.js */
const CLIENT = {
  connect: { ...callback(), returns: 'this' },
  getMetadata: callback(),
  queryWatermarkOffsets: callback(),
  offsetsForTimes: callback(),
  getClient: sync,
  isConnected: sync,
  connectedTime: sync,
  getLastError: sync,
  setOauthBearerToken: chained,
  on: chained,
  once: chained,
  off: chained,
  addListener: chained,
  removeListener: chained,
  removeAllListeners: chained,
} as const satisfies ApiType['members'];

/** index.d.ts, TopicPartitionOffset */
const POSITIONS: ArgumentShape = { is: 'list', item: objectOf('topic', 'partition', 'offset') };

/** lib/producer.js */
const PRODUCER = {
  ...CLIENT,
  disconnect: callback('close'),
  initTransactions: callback('init'),
  beginTransaction: callback('begin'),
  produce: { ...sync, operation: 'send', membership: 'join' },
  sendOffsetsToTransaction: { ...callback('sendOffsets'), takes: [POSITIONS, { is: 'consumer' }] },
  commitTransaction: callback('commit'),
  abortTransaction: callback('abort'),
  flush: { ...callback(), role: 'flush', returns: 'this' },
  poll: chained,
  setPollInterval: chained,
  setPollInBackground: sync,
} as const satisfies ApiType['members'];

const other = { is: 'value', type: 'other' } as const;

const TYPES = {
  namespace: {
    kind: 'namespace',
    members: {
      Producer: { is: 'class', constructs: 'producer', operation: 'create' },
      HighLevelProducer: { is: 'class', constructs: 'highLevelProducer', operation: 'create' },
      KafkaConsumer: { is: 'class', constructs: 'consumer' },
      Consumer: { is: 'class', constructs: 'consumer' },
      AdminClient: other,
      Topic: other,
      CODES: { is: 'value', type: 'codes' },
      createReadStream: { is: 'method', style: 'sync', returns: 'other' },
      createWriteStream: { is: 'method', style: 'sync', returns: 'other' },
      features: other,
      librdkafkaVersion: other,
    },
  },
  codes: { kind: 'namespace', members: { ERRORS: { is: 'codes', values: LIBRDKAFKA_CODES } } },
  producer: { kind: 'producer', members: PRODUCER },
  // lib/producer/high-level-producer.js: its produce throws nothing, the trailing callback gets everything.
  highLevelProducer: {
    kind: 'producer',
    members: {
      ...PRODUCER,
      produce: { ...callback('send'), membership: 'join', role: 'delivery-callback' },
      setKeySerializer: sync,
      setValueSerializer: sync,
      setTopicKeySerializer: sync,
      setTopicValueSerializer: sync,
    },
  },
  // lib/kafka-consumer.js
  consumer: {
    kind: 'consumer',
    members: {
      ...CLIENT,
      disconnect: callback(),
      commit: { ...chained, role: 'consumer-commit' },
      commitSync: { ...chained, role: 'consumer-commit' },
      commitMessage: { ...chained, role: 'consumer-commit' },
      commitMessageSync: { ...chained, role: 'consumer-commit' },
      committed: { ...callback(), returns: 'this' },
      consume: callback(),
      seek: { ...callback(), returns: 'this' },
      subscribe: chained,
      unsubscribe: chained,
      subscription: sync,
      assign: chained,
      unassign: chained,
      incrementalAssign: chained,
      incrementalUnassign: chained,
      assignments: sync,
      position: sync,
      pause: sync,
      resume: sync,
      offsetsStore: sync,
      getWatermarkOffsets: sync,
    },
  },
  other: { kind: 'other', members: {} },
} as const satisfies Readonly<Record<string, ApiType>>;

/** index.d.ts. LibrdKafkaError is a type alone: no such value is exported. */
export const RDKAFKA_TYPE_EXPORTS = {
  Producer: 'producer',
  HighLevelProducer: 'highLevelProducer',
  KafkaConsumer: 'consumer',
  AdminClient: 'other',
  LibrdKafkaError: 'other',
} as const;

const MODULE: ModuleShape = { namespace: 'namespace', types: RDKAFKA_TYPE_EXPORTS, records: ['Message'] };

export const rdkafka: ClientProfile = {
  id: 'rdkafka',
  label: 'node-rdkafka',
  versions: ['node-rdkafka 3.6.1', '@confluentinc/kafka-javascript 1.10.1'],
  modules: { 'node-rdkafka': MODULE, '@platformatic/rdkafka': MODULE },
  types: TYPES,
  // lib/error.js; not exported, so that no program can name it in an instanceof.
  errorClasses: { LibrdKafkaError: ['LibrdKafkaError', 'Error'] },
  behaviour: {
    operationsOn: 'producer',
    // librdkafka/src/rdkafka_txnmgr.c, rd_kafka_txn_curr_api_return0: a retriable error keeps the call resumable.
    resumesCommit: true,
    resumesAbort: true,
    // rd_kafka_txn_state_transition_is_valid: ABORTABLE_ERROR leads to BEGIN_ABORT.
    abortsAfterFailedCommit: true,
    stuckAfterFailedEnd: false,
    initialisedBy: 'init',
    // rd_kafka_commit_transaction flushes.
    commitFlushes: true,
    // index.d.ts, TopicPartitionOffset
    offsets: 'number',
    // lib/error.js, LibrdKafkaError
    retriableFlag: 'isRetriable',
    alwaysFalse: [],
  },
  transactional: {
    idKeys: [['transactional.id']],
    // librdkafka/CONFIGURATION.md, enable.idempotence: set by transactional.id, and an error when switched off.
    required: [{ path: ['enable.idempotence'], value: true, whenAbsent: 'fine' }],
    randomByDefault: false,
    inheritsFromKafka: false,
  },
  variantsOf: librdkafkaVariants,
  flagged: (variant) => {
    const { fields } = variant.layers[0];
    if (fields['isTxnRequiresAbort'] === true) return 'producer-abortable';
    if (fields['isFatal'] === true || saysFatal(variant)) return 'application-recoverable';
    return fields['isRetriable'] === true ? 'producer-retriable' : undefined;
  },
};
