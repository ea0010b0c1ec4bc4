import { EventEmitter } from 'node:events';
import type { RunContext } from '../back-end.js';
import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import { promised } from './answered.js';
import { REAL } from './error-of.js';

/* kafkajs 2.2.4: src/producer/index.js, src/producer/eosManager/index.js and transactionStateMachine.js. */

type State = 'uninitialised' | 'ready' | 'transacting' | 'committing' | 'aborting';

type ErrorClass = new (message: string) => Error;

const KafkaJSError = REAL.kafkajs['KafkaJSError'] as ErrorClass;
const NonRetriable = REAL.kafkajs['KafkaJSNonRetriableError'] as ErrorClass;

const META = [{ topicName: 'topic', partition: 0, errorCode: 0, baseOffset: '0' }];

const EVENTS = {
  CONNECT: 'producer.connect',
  DISCONNECT: 'producer.disconnect',
  REQUEST: 'producer.network.request',
  REQUEST_TIMEOUT: 'producer.network.request_timeout',
  REQUEST_QUEUE_SIZE: 'producer.network.request_queue_size',
};

/** src/consumer/instrumentationEvents.js, as far as they occur here */
const CONSUMER_EVENTS = { CRASH: 'consumer.crash' } as const;

const silent = (): void => undefined;
const LOGGER = {
  info: silent,
  error: silent,
  warn: silent,
  debug: silent,
  namespace: (): object => LOGGER,
  setLogLevel: silent,
};

const illegal = (method: string, state: State): Error =>
  new NonRetriable(`Transaction state exception: Cannot call "${method}" in state "${state.toUpperCase()}"`);

function producerOf(context: RunContext, settings: Readonly<Record<string, unknown>> | undefined) {
  const { recorder } = context;
  const producer = recorder.newProducer('kafkajs');
  const transactional = settings?.['transactionalId'] !== undefined && settings['transactionalId'] !== null;
  const events = new EventEmitter();
  let state: State = 'uninitialised';
  let open: number | undefined;
  /** Has a broker heard of the open transaction? */
  let isOngoing = false;
  /** A program that is given its producer need not connect it. */
  let isConnected = true;
  const own = { client: 'kafkajs', producer } as const;

  /** src/producer/messageProducer.js, validateConnectionStatus */
  const disconnected = () => (isConnected ? undefined : new KafkaJSError('The producer is disconnected'));

  const sendOutside = (request: unknown) => {
    if (open !== undefined && state === 'transacting') recorder.aside('sent-outside', producer);
    return promised(
      context,
      { ...own, operation: 'send', transaction: undefined, records: fingerprintsOf(request) },
      { refuse: disconnected, value: () => META },
    );
  };

  const handleOf = (transaction: number) => {
    let didEnd = false;
    const isActive = () => state === 'transacting' && open === transaction && !didEnd;
    const refuse = () =>
      isActive() ? undefined : new NonRetriable('Cannot continue to use transaction once ended');
    const end = (operation: 'commit' | 'abort', while_: State) => () => {
      const asks = isOngoing || context.asksAlways;
      return promised(
        context,
        { ...own, operation, transaction, records: [] },
        {
          refuse,
          // A transaction that nothing was sent in ends without a broker.
          asks: () => asks,
          asked: () => {
            state = asks ? while_ : 'ready';
          },
          // A refused EndTxn leaves the state as it is for ever.
          value: (failed) => {
            if (failed) return;
            didEnd = true;
            if (state === while_) state = 'ready';
          },
        },
      );
    };
    const send = (request: unknown) =>
      promised(
        context,
        { ...own, operation: 'send', transaction, records: fingerprintsOf(request) },
        {
          refuse: () => refuse() ?? disconnected(),
          // Nothing waits for a send: the transaction may end before it reaches the broker, and then the next one gets it.
          overtaken: () =>
            state === 'transacting' ? undefined : illegal('addPartitionsToTransaction', state),
          value: (failed, { fault }) => {
            if (!failed || fault) isOngoing = true;
            return META;
          },
        },
      );
    const handle = {
      send,
      sendBatch: send,
      sendOffsets: (offsets: unknown) =>
        promised(
          context,
          { ...own, operation: 'sendOffsets', transaction, records: [fingerprintOf(offsets)] },
          {
            refuse,
            value: () => {
              isOngoing = true;
            },
          },
        ),
      commit: end('commit', 'committing'),
      abort: end('abort', 'aborting'),
      isActive,
    };
    recorder.things.add(handle);
    recorder.handles.set(handle, transaction);
    return handle;
  };

  const thing = {
    connect: () => {
      isConnected = true;
      return Promise.resolve();
    },
    disconnect: () => {
      isConnected = false;
      return promised(
        context,
        { ...own, operation: 'close', transaction: undefined, records: [] },
        { value: () => undefined },
      );
    },
    isIdempotent: () => true,
    events: EVENTS,
    on: (event: string, listener: (...args: unknown[]) => void) => {
      events.on(event, listener);
      return () => events.off(event, listener);
    },
    logger: () => LOGGER,
    send: sendOutside,
    sendBatch: sendOutside,
    transaction: (...args: readonly unknown[]) => {
      if (args.some((arg) => typeof arg === 'function'))
        recorder.aside('misunderstood', producer, 'callback');
      return promised(
        context,
        { ...own, operation: 'begin', transaction: undefined, records: [] },
        {
          refuse: () => {
            if (!transactional)
              return new NonRetriable('Must provide transactional id for transactional producer');
            if (state === 'transacting') {
              return new NonRetriable(
                'There is already an ongoing transaction for this producer. Please end the transaction before beginning another.',
              );
            }
            return state === 'ready' || state === 'uninitialised'
              ? undefined
              : illegal('beginTransaction', state);
          },
          // The first one initialises the producer; later ones ask nobody.
          asks: () => state === 'uninitialised',
          overtaken: () =>
            state === 'ready' || state === 'uninitialised' ? undefined : illegal('beginTransaction', state),
          value: (failed, deed) => {
            if (failed) return undefined;
            state = 'transacting';
            isOngoing = false;
            open = deed.transaction = recorder.newTransaction();
            return handleOf(open);
          },
        },
      );
    },
  };
  recorder.things.add(thing);
  return thing;
}

interface RunSettings {
  readonly eachMessage?: (payload: object) => Promise<void>;
}

/** src/retry/index.js, isErrorRetriable */
function isReadAgain(error: unknown): boolean {
  const { name, retriable } = (error ?? {}) as { readonly name?: unknown; readonly retriable?: unknown };
  return retriable !== false && !/^(?:Range|Reference|Syntax|Type)Error$/.test(String(name));
}

/** How often a message is read whose handler fails: the default of `retry`, and the first time. */
const READINGS = 6;

function consumerOf({ recorder, clock, consumed }: RunContext) {
  const done = () => Promise.resolve();
  const events = new EventEmitter();

  async function read({ eachMessage }: RunSettings): Promise<void> {
    for (const { topic, partition, offset, key, value } of eachMessage ? consumed : []) {
      const message = {
        key: Buffer.from(key),
        value: Buffer.from(value),
        offset: String(offset),
        headers: {},
      };
      for (let reading = 1; ; reading += 1) {
        await new Promise<void>((resolve) => {
          clock.after(1, resolve);
        });
        if (recorder.isOver) return;
        try {
          await eachMessage?.({ topic, partition, message, heartbeat: done, pause: () => () => undefined });
          break;
        } catch (error) {
          if (reading < READINGS && isReadAgain(error)) continue;
          events.emit(CONSUMER_EVENTS.CRASH, { payload: { error, groupId: 'group', restart: false } });
          return;
        }
      }
    }
  }

  const thing = {
    connect: done,
    disconnect: done,
    subscribe: done,
    stop: done,
    run: (settings?: Readonly<Record<string, unknown>>) => {
      for (const name of ['eachMessage', 'eachBatch']) {
        const fn = settings?.[name];
        if (typeof fn === 'function')
          recorder.listeners.push({ name, fn: fn as (...args: unknown[]) => unknown });
      }
      void read(settings ?? {});
      return done();
    },
    commitOffsets: () => {
      recorder.aside('consumer-commit', undefined);
      return Promise.resolve();
    },
    describeGroup: done,
    seek: () => undefined,
    pause: () => undefined,
    paused: () => [],
    resume: () => undefined,
    on: (event: string, listener: (...args: unknown[]) => void) => {
      events.on(event, listener);
      return () => events.off(event, listener);
    },
    logger: () => LOGGER,
    events: CONSUMER_EVENTS,
  };
  recorder.things.add(thing);
  return thing;
}

/** kafkajs with the real error classes and a broker that answers as the run's faults say. */
export function fakeKafkajs(context: RunContext): object {
  class Kafka {
    producer(settings?: Readonly<Record<string, unknown>>) {
      return producerOf(context, context.plain(settings, 'producer') as typeof settings);
    }
    consumer() {
      return consumerOf(context);
    }
    admin() {
      return { connect: () => Promise.resolve(), disconnect: () => Promise.resolve() };
    }
    logger() {
      return LOGGER;
    }
  }
  return { ...REAL.kafkajs, Kafka };
}
