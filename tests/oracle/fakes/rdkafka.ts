import { EventEmitter } from 'node:events';
import { withProducerPart } from '../../clients/librdkafka-binding.js';
import type { ConsumedRecord, RunContext } from '../back-end.js';
import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import { Stopped, type DeedStart } from '../trace.js';
import { REAL } from './error-of.js';
import { LibrdkafkaProducer, type RdkafkaPackage } from './librdkafka.js';
import { ProducerCalls, type Call } from './producer-calls.js';

/*
 * The callback API of node-rdkafka 3.6.1 and of Confluent's package 1.10.1: the packages' own JavaScript around a native part that
 * is a fake.
 */

type Settings = Readonly<Record<string, unknown>>;
type Callback = (error?: Error | null, ...values: unknown[]) => void;
type Method = (...args: unknown[]) => unknown;

/** lib/producer.js, lib/client.js */
interface RealProducer extends EventEmitter {
  produce: Method;
  initTransactions: Method;
  beginTransaction: Method;
  sendOffsetsToTransaction: Method;
  commitTransaction: Method;
  abortTransaction: Method;
  disconnect: Method;
}
type ProducerClass = new (settings: Settings, topicSettings?: Settings) => RealProducer;

const recordOf = ([topic, , value, key]: readonly unknown[]): readonly string[] =>
  fingerprintsOf({ topic, messages: [{ key, value }] });

/** What the program wants to hear of a producer's calls, between it and the package's own producer. */
class Between {
  readonly #calls: ProducerCalls;

  constructor(
    readonly context: RunContext,
    readonly native: LibrdkafkaProducer,
  ) {
    this.#calls = new ProducerCalls(context, 'rdkafka');
  }

  /** A call whose outcome goes to the callback that comes last. */
  withCallback(
    operation: DeedStart['operation'],
    records: readonly string[],
    args: readonly unknown[],
    act: (args: readonly unknown[]) => unknown,
  ): unknown {
    const call = this.#calls.begin(operation, records);
    if (!call) return undefined;
    const callback = args.at(-1);
    if (typeof callback !== 'function')
      this.context.recorder.aside('misunderstood', this.#calls.producer, 'no callback');
    const wrapped: Callback = (error, ...values) => {
      (callback as Callback)(this.#ended(call, error), ...values);
    };
    const others = typeof callback === 'function' ? args.slice(0, -1) : args;
    return this.#during(call, () => act([...others, wrapped]));
  }

  /** A call that throws, or is done. */
  atOnce<T>(operation: DeedStart['operation'], records: readonly string[], act: () => T): T {
    const call = this.#calls.begin(operation, records);
    if (!call) throw new Stopped('The run is over.');
    try {
      const value = this.#during(call, act);
      this.#calls.succeed(call);
      return value;
    } catch (error) {
      throw this.#calls.fail(call, error as Error);
    }
  }

  /** Closing need not have a callback. */
  close(args: readonly unknown[], act: (args: readonly unknown[]) => unknown): unknown {
    const call = this.#calls.begin('close');
    if (!call) return undefined;
    const callback = args.find((arg) => typeof arg === 'function');
    const others = args.filter((arg) => typeof arg !== 'function');
    const fault = call.ask();
    const wrapped: Callback = (error, ...values) => {
      if (fault) call.strike();
      const shown = this.#ended(call, fault ? new Error('The native part failed') : error);
      (callback as Callback | undefined)?.(shown, ...values);
    };
    try {
      return act([...others, wrapped]);
    } catch (error) {
      throw this.#calls.fail(call, error as Error);
    }
  }

  /** What the program's callback gets. */
  #ended(call: Call, error: Error | null | undefined): Error | null | undefined {
    if (error) return this.#calls.fail(call, error);
    this.#calls.succeed(call);
    return error;
  }

  #during<T>(call: Call, act: () => T): T {
    this.native.call = call;
    try {
      return act();
    } finally {
      this.native.call = undefined;
    }
  }
}

/** What sends records, offsets and ends of transactions: their methods have a callback that comes last. */
const OPERATIONS = {
  initTransactions: 'init',
  beginTransaction: 'begin',
  sendOffsetsToTransaction: 'sendOffsets',
  commitTransaction: 'commit',
  abortTransaction: 'abort',
} as const;

function recordedProducer(
  context: RunContext,
  owner: RdkafkaPackage,
  make: () => RealProducer,
  isHighLevel: boolean,
): RealProducer {
  let native: LibrdkafkaProducer | undefined;
  const producer = withProducerPart(
    (settings) => (native = new LibrdkafkaProducer(context, owner, settings)),
    make,
  );
  if (!native) throw new Error('The package has made no native part');
  const between = new Between(context, native);
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const method = name as keyof typeof OPERATIONS;
    const real = producer[method].bind(producer);
    producer[method] = (...args) => {
      const records = operation === 'sendOffsets' ? [fingerprintOf(args[0])] : [];
      return between.withCallback(operation, records, args, (given) => real(...given));
    };
  }
  const produce = producer.produce.bind(producer);
  producer.produce = (...args) =>
    isHighLevel
      ? between.withCallback('send', recordOf(args), args, (given) => produce(...given))
      : between.atOnce('send', recordOf(args), () => produce(...args));
  const disconnect = producer.disconnect.bind(producer);
  producer.disconnect = (...args) => between.close(args, (given) => disconnect(...given));
  return producer;
}

/** lib/kafka-consumer.js, as far as a program that hands its offsets to a producer needs it; it reads the records of the run. */
class Consumer extends EventEmitter {
  #isConnected = false;
  readonly #waiting: ConsumedRecord[];

  constructor(readonly context: RunContext) {
    super();
    this.#waiting = [...context.consumed];
  }

  connect(_options?: unknown, done?: Callback): this {
    this.context.clock.after(1, () => {
      this.#isConnected = true;
      this.emit('ready', { name: 'rdkafka#consumer-1' });
      done?.(null, {});
    });
    return this;
  }
  disconnect(done?: Callback): this {
    this.context.clock.after(1, () => {
      this.#isConnected = false;
      this.emit('disconnected', {});
      done?.(null, {});
    });
    return this;
  }
  isConnected(): boolean {
    return this.#isConnected;
  }
  getClient(): object {
    return {};
  }
  subscribe(): this {
    return this;
  }
  unsubscribe(): this {
    return this;
  }
  /** With a number: that many at most, to the callback. Without: each as an event. */
  consume(count?: unknown, done?: Callback): void {
    const messages = this.#waiting.splice(0, typeof count === 'number' ? count : Infinity).map(messageOf);
    this.context.clock.after(1, () => {
      for (const message of messages) this.emit('data', message);
      const callback = typeof count === 'function' ? (count as Callback) : done;
      callback?.(null, typeof count === 'number' ? messages : messages[0]);
    });
  }
  commit(): this {
    this.context.recorder.aside('consumer-commit', undefined);
    return this;
  }
  commitSync(): this {
    return this.commit();
  }
  commitMessage(): this {
    return this.commit();
  }
  commitMessageSync(): this {
    return this.commit();
  }
}

const messageOf = ({ topic, partition, offset, key, value }: ConsumedRecord): object => ({
  topic,
  partition,
  offset,
  key: Buffer.from(key),
  value: Buffer.from(value),
  size: value.length,
  timestamp: 0,
});

/** The exports of a package's callback API for a run. */
export function callbackApi(
  context: RunContext,
  owner: RdkafkaPackage,
  real: Readonly<Record<string, unknown>>,
): object {
  const classOf = (name: 'Producer' | 'HighLevelProducer') => {
    const Real = real[name] as ProducerClass;
    const Recorded = function (settings: Settings, topicSettings?: Settings) {
      return recordedProducer(
        context,
        owner,
        () => new Real(settings, topicSettings),
        name === 'HighLevelProducer',
      );
    };
    Recorded.prototype = Real.prototype as unknown;
    return Recorded;
  };
  const consumerClass = function () {
    return new Consumer(context);
  };
  return {
    ...real,
    Producer: classOf('Producer'),
    HighLevelProducer: classOf('HighLevelProducer'),
    KafkaConsumer: consumerClass,
    Consumer: consumerClass,
  };
}

/** node-rdkafka with a broker that answers as the run's faults say. */
export function fakeNodeRdkafka(context: RunContext): object {
  return callbackApi(context, 'node-rdkafka', REAL.rdkafka);
}
