import { LIBRDKAFKA_CODES, type LibrdkafkaConstant } from '../../../src/clients/codes/librdkafka.js';
import type { ErrorVariant } from '../../../src/clients/index.js';
import { handlingOf } from '../../../src/clients/librdkafka-handling.js';
import { librdkafkaVariants } from '../../../src/clients/rdkafka.js';
import { isRowId, type Operation } from '../../../src/taxonomy/index.js';
import type { RunContext } from '../back-end.js';
import type { Call } from './fake-calls.js';

/*
 * The native part of a producer. Sources: librdkafka 2.15.0, src/rdkafka_txnmgr.c, src/rdkafka_msg.c; node-rdkafka 3.6.1 and
 * Confluent's package 1.10.1, src/producer.cc, src/workers.cc, src/callbacks.cc.
 */

/** The packages around librdkafka. */
export type RdkafkaPackage = 'node-rdkafka' | '@confluentinc/kafka-javascript';

/** How long an answer takes, in milliseconds of the virtual clock. */
const ANSWER = 1;

/** rd_kafka_txn_state_t, but for the states that a call never leaves behind. */
type State =
  | 'init'
  | 'ready'
  | 'in transaction'
  | 'begin commit'
  | 'committing'
  | 'begin abort'
  | 'aborting'
  | 'abortable error'
  | 'fatal error';

/** rd_kafka_error_t, as the packages hand it on (src/workers.cc, ToTxnObject). */
export interface NativeError {
  readonly message: string;
  readonly code: number;
  readonly isFatal: boolean;
  readonly isRetriable: boolean;
  readonly isTxnRequiresAbort: boolean;
}

type Done = (error: object | number | null, value?: unknown) => void;
type Flag = 'isFatal' | 'isRetriable' | 'isTxnRequiresAbort';

function nativeError(code: number, flag?: Flag): NativeError {
  const flags = { isFatal: false, isRetriable: false, isTxnRequiresAbort: false };
  return { message: `librdkafka: ${code}`, code, ...flags, ...(flag && { [flag]: true }) };
}

const ownError = (constant: LibrdkafkaConstant, flag?: Flag): NativeError =>
  nativeError(LIBRDKAFKA_CODES[constant], flag);

const codeIn = ({ layers: [{ fields }] }: ErrorVariant): number =>
  typeof fields['code'] === 'number' ? fields['code'] : LIBRDKAFKA_CODES.ERR__FAIL;

const flagIn = ({ layers: [{ fields }] }: ErrorVariant): Flag | undefined =>
  (['isFatal', 'isTxnRequiresAbort', 'isRetriable'] as const).find((flag) => fields[flag] === true);

/** The error of librdkafka's behind a variant: that of the promise API has lost the flags. */
function behind(operation: Operation, variant: ErrorVariant): NativeError {
  const code = codeIn(variant);
  const own = librdkafkaVariants(operation, 'callback').filter(
    (one) => one.row === variant.row && codeIn(one) === code,
  );
  const flag = flagIn(variant) ?? own.map(flagIn).find((one) => one !== undefined);
  return nativeError(code, flag);
}

/** What the errors of a row do to a transaction that they have failed, and to the producer. */
function commitErrorOf(row: ErrorVariant['row'], flag: 'isFatal' | 'isTxnRequiresAbort', code: number) {
  const shown = librdkafkaVariants('commit', 'callback').filter(
    (one) => one.row === row && flagIn(one) === flag,
  );
  const [first] = shown;
  const same = shown.find((one) => codeIn(one) === code) ?? first;
  return nativeError(same ? codeIn(same) : code, flag);
}

/** What a failed delivery does to the transaction; undefined where it does nothing: rd_kafka_handle_Produce_error. */
function afterDelivery({ row }: ErrorVariant, code: number): NativeError | undefined {
  if (row === 'local') return undefined;
  // No broker answers a record with it: the request before it was refused.
  if (code === LIBRDKAFKA_CODES.ERR__FENCED) return nativeError(code, 'isFatal');
  switch (isRowId(row) ? handlingOf(row, 'produce') : 'abortable') {
    case 'fatal':
      return commitErrorOf(row, 'isFatal', code);
    case 'abortable':
      return commitErrorOf(row, 'isTxnRequiresAbort', code);
    // Retries end with the time that the records have; where their number ends them, it is left to the commit to say so.
    case 'retry':
      return code === LIBRDKAFKA_CODES.ERR__MSG_TIMED_OUT
        ? ownError('ERR__TIMED_OUT', 'isTxnRequiresAbort')
        : undefined;
    case 'none':
      return undefined;
  }
}

const THROWN: ReadonlySet<string> = new Set(
  librdkafkaVariants('send', 'sync').map((variant) => JSON.stringify(variant)),
);
/** Does produce itself say so, before the record is taken? */
const isThrown = (variant: ErrorVariant): boolean => THROWN.has(JSON.stringify(variant));

/**
 * What librdkafka makes of an error by itself: the error of the call, and what the transaction or the producer fails with. A send
 * may fail at once.
 */
export function errorsAfter(
  operation: Operation,
  variant: ErrorVariant,
): { readonly errors: readonly NativeError[]; readonly isAtOnce: boolean } {
  const error = behind(operation, variant);
  const { row } = variant;
  const later =
    operation === 'send'
      ? [
          afterDelivery(variant, error.code),
          error.code === LIBRDKAFKA_CODES.ERR__FATAL ? commitErrorOf(row, 'isFatal', error.code) : undefined,
        ]
      : [];
  return {
    errors: [error, ...later.filter((one) => one !== undefined)],
    isAtOnce: operation === 'send' && isThrown(variant),
  };
}

/** lib/producer/high-level-producer.js numbers its messages. */
const isHighLevel = (opaque: unknown): boolean =>
  opaque !== null && typeof opaque === 'object' && '__message_id' in opaque;

/** The callbacks that the package sets: lib/client.js, connect. */
interface Callbacks {
  readonly event: { readonly delivery_cb?: (error: object | number | null, report: object) => void };
}

/** A record that was taken and not yet delivered. */
interface Outstanding {
  readonly call: Call;
  readonly report: Readonly<Record<string, unknown>>;
}

type Api = 'init' | 'begin' | 'sendOffsets' | 'commit' | 'abort';

/** librdkafka's producer as a package sees it, with a broker that answers as the run's faults say. */
export class LibrdkafkaProducer {
  /** The call of the program's that is made now. */
  call: Call | undefined;
  #isConnected = false;
  #state: State = 'init';
  /** rk_eos.txn_err */
  #error: NativeError | undefined;
  /** rk_eos.txn_curr_api: the call under way, or one that a retriable error has left to be resumed. */
  #api: { readonly name: Api; calling: boolean } | undefined;
  /** Has a broker heard of the transaction? */
  #isRegistered = false;
  #failedDeliveries = 0;
  readonly #outstanding = new Set<Outstanding>();
  readonly #flushing: (() => void)[] = [];
  readonly #reports: (readonly [object | number | null, object])[] = [];
  #reportsAtOnce = false;
  #callbacks: Callbacks | undefined;
  /** A package may initialise the transactions itself as soon as it is connected. */
  #connecting: Call | undefined;
  #offset = 0;

  constructor(
    readonly context: RunContext,
    readonly owner: RdkafkaPackage,
    readonly settings: Readonly<Record<string, unknown>>,
  ) {}

  configureCallbacks(_isOn: boolean, callbacks: Callbacks): void {
    this.#callbacks = callbacks;
  }

  connect(done: Done): void {
    const { call } = this;
    this.#connecting = call;
    const fault = call?.ask();
    // Errors of the connection have another form than those of the transactional calls.
    const isOwn = fault?.variant.layers[0].classes[0] === 'LibrdKafkaError' || fault?.variant.open;
    this.#later(() => {
      if (call && fault && !isOwn) {
        call.strike();
        done(behind('init', fault.variant));
        return;
      }
      this.#isConnected = true;
      done(null, { name: 'rdkafka#producer-1' });
    });
  }

  getMetadata(_options: unknown, done: Done): void {
    this.#later(() => {
      done(null, { orig_broker_id: 1, orig_broker_name: 'fake', topics: [], brokers: [] });
    });
  }

  disconnect(done: Done): void {
    this.#later(() => {
      this.#isConnected = false;
      done(null, true);
    });
  }

  setPollInBackground(isOn: boolean): void {
    this.#reportsAtOnce = isOn;
  }

  poll(): void {
    for (let next = this.#reports.shift(); next; next = this.#reports.shift())
      this.#callbacks?.event.delivery_cb?.(...next);
  }

  flush(_timeout: number, done: Done): void {
    this.#delivered(() => {
      this.poll();
      done(null);
    });
  }

  /** rd_kafka_msg_new0 and rd_kafka_curr_msgs_add. Gives a code; 0 is no error. */
  produce(...[topic, partition, value, key, , opaque]: readonly unknown[]): number {
    const { call } = this;
    if (value !== null && !Buffer.isBuffer(value)) throw new Error('Message must be a buffer or null');
    if (this.#state === 'fatal error') return LIBRDKAFKA_CODES.ERR__FATAL;
    if (!this.#isConnected || (this.#isTransactional && this.#state !== 'in transaction'))
      return LIBRDKAFKA_CODES.ERR__STATE;
    const fault = call?.ask();
    // A high-level producer's callback gets both; a broker's code comes in a report.
    const isReported = isHighLevel(opaque) && fault !== undefined && codeIn(fault.variant) > 0;
    if (call && fault && isThrown(fault.variant) && !isReported) {
      call.strike();
      const { row } = fault.variant;
      if (codeIn(fault.variant) === LIBRDKAFKA_CODES.ERR__FATAL)
        this.#fail(commitErrorOf(row, 'isFatal', LIBRDKAFKA_CODES.ERR__FATAL));
      return codeIn(fault.variant);
    }
    if (!call) throw new Error('No call of a program’s');
    const number = typeof partition === 'number' && partition >= 0 ? partition : 0;
    const record = { call, report: { topic, partition: number, key, value, opaque } };
    this.#outstanding.add(record);
    this.#later(() => {
      this.#deliver(record, fault?.variant);
    }, ANSWER);
    return 0;
  }

  initTransactions(_timeout: number, done: Done): void {
    this.#enter('init', done, ['init'], (call, leave) => {
      const fault = call.ask();
      this.#later(() => {
        if (fault) {
          call.strike();
          leave(this.#suffer('init', fault.variant), true);
          return;
        }
        this.#state = 'ready';
        leave(undefined);
      }, ANSWER);
    });
  }

  /** Asks nobody: what it can fail with is a fatal error that came about in the background. */
  beginTransaction(done: Done): void {
    const plain: Done = (error) => {
      // src/workers.cc, GetErrorObject: without flags
      done(error && typeof error === 'object' && 'code' in error ? { code: error.code } : error);
    };
    this.#enter('begin', plain, ['ready'], (call, leave) => {
      const fault = call.ask();
      if (fault) {
        call.strike();
        const { row } = fault.variant;
        const error = isRowId(row)
          ? commitErrorOf(row, 'isFatal', codeIn(fault.variant))
          : behind('begin', fault.variant);
        if (error.isFatal) this.#fail(error);
        leave(error);
        return;
      }
      this.#state = 'in transaction';
      this.#error = undefined;
      this.#failedDeliveries = 0;
      this.#isRegistered = false;
      leave(undefined);
    });
  }

  sendOffsetsToTransaction(_offsets: unknown, _consumer: unknown, _timeout: number, done: Done): void {
    this.#enter('sendOffsets', done, ['in transaction'], (call, leave) => {
      this.#isRegistered = true;
      const fault = call.ask();
      this.#later(() => {
        if (fault) call.strike();
        leave(fault && this.#suffer('sendOffsets', fault.variant));
      }, ANSWER);
    });
  }

  commitTransaction(_timeout: number, done: Done): void {
    const states: readonly State[] = ['in transaction', 'begin commit', 'committing'];
    this.#enter('commit', done, states, (call, leave) => {
      if (this.#state === 'in transaction') this.#state = 'begin commit';
      this.#delivered(() => {
        this.poll();
        const refusal = this.#refusal(['begin commit', 'committing']) ?? this.#inconsistency();
        if (refusal) leave(refusal, true);
        else this.#end('committing', call, leave);
      });
    });
  }

  abortTransaction(_timeout: number, done: Done): void {
    const states: readonly State[] = ['in transaction', 'begin abort', 'aborting', 'abortable error'];
    this.#enter('abort', done, states, (call, leave) => {
      if (this.#state !== 'aborting') this.#state = 'begin abort';
      this.#purge();
      this.poll();
      this.#end('aborting', call, leave);
    });
  }

  get #isTransactional(): boolean {
    return this.settings['transactional.id'] !== undefined;
  }

  #later(act: () => void, milliseconds = 0): void {
    const { clock, recorder } = this.context;
    clock.after(milliseconds, () => {
      if (!recorder.exit) act();
    });
  }

  /** rd_kafka_txn_require_state */
  #refusal(states: readonly State[]): NativeError | undefined {
    if (states.includes(this.#state)) return undefined;
    if (this.#state === 'fatal error' || this.#state === 'abortable error') return this.#error;
    return ownError('ERR__STATE');
  }

  /** rd_kafka_txn_curr_api_begin and rd_kafka_txn_curr_api_return around what a call does. */
  #enter(
    name: Api,
    done: Done,
    states: readonly State[],
    act: (call: Call, leave: (error: NativeError | undefined, isResumable?: boolean) => void) => void,
  ): void {
    const call = this.call ?? this.#connecting;
    if (!call) throw new Error('No call of a program’s');
    const refuse = (error: NativeError) => {
      this.#later(() => {
        done(error);
      });
    };
    if (!this.#isConnected) {
      refuse(ownError('ERR__STATE'));
      return;
    }
    if (!this.#isTransactional) {
      refuse(ownError('ERR__NOT_CONFIGURED'));
      return;
    }
    if (this.#api && (this.#api.name !== name || this.#api.calling)) {
      refuse(ownError(this.#api.name === name ? 'ERR__PREV_IN_PROGRESS' : 'ERR__CONFLICT', 'isRetriable'));
      return;
    }
    const api = (this.#api ??= { name, calling: true });
    api.calling = true;
    const leave = (error: NativeError | undefined, isResumable = false) => {
      api.calling = false;
      if (!isResumable || !error?.isRetriable) this.#api = undefined;
      done(error ?? null);
    };
    const refusal = this.#refusal(states);
    this.#later(() => {
      if (refusal) leave(refusal);
      else act(call, leave);
    });
  }

  /** rd_kafka_txn_op_commit_transaction: records that were not delivered */
  #inconsistency(): NativeError | undefined {
    if (this.#failedDeliveries === 0) return undefined;
    const error = ownError('ERR__INCONSISTENT', 'isTxnRequiresAbort');
    this.#fail(error);
    return error;
  }

  /** EndTxn; a transaction that nothing was sent in ends without a broker. */
  #end(
    state: 'committing' | 'aborting',
    call: Call,
    leave: (error: NativeError | undefined, isResumable?: boolean) => void,
  ): void {
    const isAsking = this.#isRegistered || this.context.asksAlways;
    const fault = isAsking ? call.ask() : undefined;
    this.#state = state;
    this.#later(
      () => {
        if (fault) {
          call.strike();
          leave(this.#suffer(state === 'committing' ? 'commit' : 'abort', fault.variant), true);
          return;
        }
        this.#state = 'ready';
        leave(undefined);
      },
      isAsking ? ANSWER : 0,
    );
  }

  /** What an answer does to the transaction and the producer. */
  #suffer(operation: Operation, variant: ErrorVariant): NativeError {
    const error = behind(operation, variant);
    // rd_kafka_txn_handle_EndTxn: an abort that fails can be tried from its beginning.
    if (this.#state === 'aborting' && !error.isRetriable) this.#state = 'begin abort';
    if (this.#state === 'committing' && !error.isRetriable) this.#state = 'begin commit';
    if (error.isFatal || error.isTxnRequiresAbort) this.#fail(error);
    return error;
  }

  /** rd_kafka_txn_set_fatal_error, rd_kafka_txn_set_abortable_error0 */
  #fail(error: NativeError): void {
    if (this.#state === 'fatal error' || (!error.isFatal && this.#error)) return;
    this.#error = error;
    if (error.isFatal) this.#state = 'fatal error';
    else if (this.#state !== 'begin abort' && this.#state !== 'aborting') {
      this.#state = 'abortable error';
      this.#purge();
    }
  }

  /** Takes back the records that are not on their way: rd_kafka_purge. */
  #purge(): void {
    for (const record of [...this.#outstanding]) this.#report(record, LIBRDKAFKA_CODES.ERR__PURGE_QUEUE);
  }

  #deliver(record: Outstanding, failed: ErrorVariant | undefined): void {
    if (!this.#outstanding.has(record)) return;
    this.#isRegistered = true;
    if (!failed) {
      this.#report(record, 0);
      return;
    }
    record.call.strike();
    // The profile's delivery reports are those of Confluent's package; the other's tell no code.
    record.call.isAsItIs = this.owner === 'node-rdkafka';
    this.#outstanding.delete(record);
    this.#failedDeliveries += 1;
    const code = codeIn(failed);
    const error = afterDelivery(failed, code);
    if (error) this.#fail(error);
    this.#report(record, code);
  }

  #report(record: Outstanding, code: number): void {
    this.#outstanding.delete(record);
    // src/callbacks.cc, DeliveryReportDispatcher::Flush
    const origin = code < 0 ? 'Local' : 'Broker';
    const error = this.owner === 'node-rdkafka' ? new Error(`${origin}: error ${code}`) : code;
    const offset = code === 0 ? this.#offset++ : -1001;
    this.#reports.push([code === 0 ? null : error, { ...record.report, offset }]);
    if (this.#reportsAtOnce) this.poll();
    if (this.#outstanding.size > 0) return;
    for (const resume of this.#flushing.splice(0)) resume();
  }

  /** Goes on when no record is outstanding. */
  #delivered(act: () => void): void {
    if (this.#outstanding.size === 0) act();
    else this.#flushing.push(act);
  }
}
