import { fingerprintOf, fingerprintsOf, isStandIn } from '../fingerprint.js';
import type { Deed, DeedStart } from '../trace.js';
import type { Place, ProducerCalls } from './producer-calls.js';

type Callback = (error?: Error | null, value?: unknown) => void;
type Method = (...args: unknown[]) => unknown;

/** A handle of @platformatic/kafka: dist/clients/producer/transaction.js. */
export interface PlatformaticTransaction {
  readonly id: string;
  readonly completed: boolean;
  send: Method;
  addPartitions: Method;
  addConsumer: Method;
  addOffset: Method;
  commit: Method;
  abort: Method;
  cancel: Method;
}

/** A producer of @platformatic/kafka: dist/clients/producer/producer.js. */
export interface PlatformaticProducer {
  readonly transaction: PlatformaticTransaction | undefined;
  beginTransaction: Method;
  initIdempotentProducer: Method;
  send: Method;
  close: Method;
}

const groupOf = (consumer: unknown): string =>
  fingerprintOf((consumer as { groupId?: unknown } | undefined)?.groupId);

function positionOf(message: unknown): string {
  const { topic, partition, offset } = (message ?? {}) as Record<string, unknown>;
  return fingerprintOf(topic, partition, offset);
}

/** The records of an operation, from its first argument. */
const RECORDS = {
  send: (request: unknown) => fingerprintsOf(request),
  addConsumer: (consumer: unknown) => [groupOf(consumer)],
  addOffset: (message: unknown) => [positionOf(message)],
  commit: () => [],
  abort: () => [],
} as const;

const OPERATIONS = {
  send: 'send',
  addConsumer: 'sendOffsets',
  addOffset: 'sendOffsets',
  commit: 'commit',
  abort: 'abort',
} as const;

type Begun = PlatformaticTransaction | undefined;

/** A record of a consumer of a group, in place of one that the program does not contain. */
const consumedIn = (groupId: unknown): object => ({
  topic: 'consumed',
  partition: 0,
  offset: 42n,
  metadata: { consumer: { groupId, generationId: 0, memberId: 'member', coordinatorId: 1 } },
});

/** Has the calls of a producer recorded: the program gets this in its place. */
export function recordedPlatformatic(real: PlatformaticProducer, calls: ProducerCalls): object {
  const handles = new WeakMap<PlatformaticTransaction, object>();

  /** A call whose outcome goes to the callback that comes last, or to a promise. */
  function perform(
    operation: DeedStart['operation'],
    place: Place,
    records: readonly string[],
    args: readonly unknown[],
    act: Method,
    given: (value: unknown, deed: Deed) => unknown = (value) => value,
  ): unknown {
    const last = args.at(-1);
    // What stands for a record, say, can be called, too.
    const isRecord = args.length === 1 && act.length > 1 && isStandIn(last);
    const callback = typeof last === 'function' && !isRecord ? (last as Callback) : undefined;
    const deed = calls.begin(operation, records, place);
    if (!deed) return callback ? undefined : new Promise(() => undefined);
    const start = (take: Callback): void => {
      const others = callback ? args.slice(0, -1) : [...args];
      if (operation === 'send') others[0] = calls.context.plain(others[0], 'request');
      // Options that are left out stand before the callback.
      while (others.length < act.length - 1) others.push(undefined);
      const settle: Callback = (error, value) => {
        const shown = calls.end(deed, error ?? undefined);
        if (shown) take(shown, value);
        else take(null, given(value, deed));
      };
      try {
        calls.during(deed, () => act(...others, settle));
      } catch (error) {
        throw calls.end(deed, error as Error) ?? error;
      }
    };
    if (callback) {
      start(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      start((error, value) => {
        if (error) reject(error);
        else resolve(value);
      });
    });
  }

  function handleOf(transaction: PlatformaticTransaction, place: number | undefined): object {
    let groupId: unknown;
    const method = (name: keyof typeof OPERATIONS) => {
      const act = transaction[name].bind(transaction);
      return (...args: unknown[]) => {
        if (name === 'addConsumer') ({ groupId } = args[0] as { groupId?: unknown });
        const given =
          name === 'addOffset' && isStandIn(args[0]) ? [consumedIn(groupId), ...args.slice(1)] : args;
        return perform(OPERATIONS[name], place, RECORDS[name](args[0]), given, act);
      };
    };
    const handle = {
      id: transaction.id,
      get completed() {
        return transaction.completed;
      },
      send: method('send'),
      addConsumer: method('addConsumer'),
      addOffset: method('addOffset'),
      commit: method('commit'),
      abort: method('abort'),
      addPartitions: transaction.addPartitions.bind(transaction),
      cancel: (...args: unknown[]) => {
        calls.context.recorder.aside('local-end', calls.producer);
        return transaction.cancel(...args);
      },
    };
    handles.set(transaction, handle);
    const { recorder } = calls.context;
    recorder.things.add(handle);
    if (place !== undefined) recorder.handles.set(handle, place);
    return handle;
  }

  const begin = real.beginTransaction.bind(real);
  const send = real.send.bind(real);
  const producer: object = {
    get transaction() {
      const { transaction } = real;
      return transaction && (handles.get(transaction) ?? handleOf(transaction, undefined));
    },
    // What it gets first are options, whatever it is.
    beginTransaction: (...args: unknown[]) =>
      perform(
        'begin',
        undefined,
        [],
        typeof args[0] === 'function' ? args.slice(1) : args,
        begin,
        (value, deed) => {
          const transaction = value as Begun;
          return transaction && handleOf(transaction, deed.transaction);
        },
      ),
    initIdempotentProducer: (...args: unknown[]) =>
      perform('init', undefined, [], args, real.initIdempotentProducer.bind(real)),
    send: (...args: unknown[]) => {
      if (real.transaction) calls.context.recorder.aside('sent-outside', calls.producer);
      return perform('send', undefined, fingerprintsOf(args[0]), args, send);
    },
    close: (...args: unknown[]) => perform('close', undefined, [], args, real.close.bind(real)),
  };
  // What else a producer has and does is no operation of a transaction.
  const recorded = new Proxy(producer, {
    get: (target, name) => {
      if (Reflect.has(target, name)) return Reflect.get(target, name) as unknown;
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === 'function' ? (value.bind(real) as unknown) : value;
    },
  });
  calls.context.recorder.numbers.set(recorded, calls.producer);
  calls.context.recorder.things.add(recorded);
  return recorded;
}
