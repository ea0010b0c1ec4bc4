import type { EventEmitter } from 'node:events';
import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import { Stopped, type DeedStart } from '../trace.js';
import type { ProducerCalls } from './producer-calls.js';

export type Callback = (error?: Error | null, ...values: unknown[]) => void;
type Method = (...args: unknown[]) => unknown;

/** A producer of the callback API: lib/producer.js, lib/client.js. */
export interface RdkafkaProducer extends EventEmitter {
  produce: Method;
  initTransactions: Method;
  beginTransaction: Method;
  sendOffsetsToTransaction: Method;
  commitTransaction: Method;
  abortTransaction: Method;
  disconnect: Method;
}

/** What has a callback that comes last. */
const OPERATIONS = {
  initTransactions: 'init',
  beginTransaction: 'begin',
  sendOffsetsToTransaction: 'sendOffsets',
  commitTransaction: 'commit',
  abortTransaction: 'abort',
} as const;

/** What produce takes, in this order. */
const PRODUCED = ['topic', 'partition', 'buffer', 'key', 'timestamp', 'opaque', 'headers'];

const recordOf = ([topic, , value, key]: readonly unknown[]): readonly string[] =>
  fingerprintsOf({ topic, messages: [{ key, value }] });

/** Which argument of a call says how long it may take. */
const TIMEOUT_AT: Readonly<Partial<Record<DeedStart['operation'], number>>> = {
  init: 0,
  sendOffsets: 2,
  commit: 0,
  abort: 0,
  close: 0,
};

/** A call whose outcome goes to the callback that comes last. */
function toCallback(
  calls: ProducerCalls,
  operation: DeedStart['operation'],
  records: readonly string[],
  act: Method,
  args: readonly unknown[],
): unknown {
  const deed = calls.begin(operation, records);
  if (!deed) return undefined;
  const last = args.at(-1);
  const callback = typeof last === 'function' ? (last as Callback) : undefined;
  const isOptional = operation === 'close';
  if (!callback && !isOptional) calls.context.recorder.aside('misunderstood', calls.producer, 'no callback');
  const told: Callback = (error, ...values) => {
    const shown = calls.end(deed, error ?? undefined) ?? error;
    // As the packages do, which call what is not there.
    if (callback || !isOptional) (callback as Callback)(shown, ...values);
  };
  const others = (callback ? args.slice(0, -1) : args).map((arg, at) =>
    at === TIMEOUT_AT[operation] ? calls.context.plain(arg, 'timeout') : arg,
  );
  try {
    return calls.during(deed, () => act(...others, told));
  } catch (error) {
    throw calls.end(deed, error as Error) ?? error;
  }
}

/** A call that throws, or is done. */
function atOnce(
  calls: ProducerCalls,
  operation: DeedStart['operation'],
  records: readonly string[],
  act: () => unknown,
): unknown {
  const deed = calls.begin(operation, records);
  if (!deed) throw new Stopped('The run is over.');
  try {
    const value = calls.during(deed, act);
    calls.end(deed, undefined);
    return value;
  } catch (error) {
    throw calls.end(deed, error as Error) ?? error;
  }
}

/** Has the calls of a producer recorded: its methods are replaced, as a HighLevelProducer replaces its own. */
export function recordRdkafka(producer: RdkafkaProducer, calls: ProducerCalls, isHighLevel: boolean): void {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const method = name as keyof typeof OPERATIONS;
    const real = producer[method].bind(producer);
    producer[method] = (...args) =>
      toCallback(calls, operation, operation === 'sendOffsets' ? [fingerprintOf(args[0])] : [], real, args);
  }
  const realProduce = producer.produce.bind(producer);
  const produce: Method = (...args) =>
    realProduce(...args.map((arg, at) => calls.context.plain(arg, PRODUCED[at] ?? '')));
  producer.produce = (...args) =>
    isHighLevel
      ? toCallback(calls, 'send', recordOf(args), produce, args)
      : atOnce(calls, 'send', recordOf(args), () => produce(...args));
  const disconnect = producer.disconnect.bind(producer);
  producer.disconnect = (...args) => toCallback(calls, 'close', [], disconnect, args);
  calls.context.recorder.numbers.set(producer, calls.producer);
  calls.context.recorder.producers.push({ client: 'rdkafka', producer });
  calls.context.recorder.things.add(producer);
}
