import { EventEmitter } from 'node:events';
import type { RunContext } from '../back-end.js';
import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import { promised } from './answered.js';
import { REAL } from './error-of.js';

/* kafkajs 2.2.4: src/producer/index.js, src/producer/eosManager/index.js and transactionStateMachine.js. */

type State = 'uninitialised' | 'ready' | 'transacting' | 'committing' | 'aborting';

const NonRetriable = REAL.kafkajs['KafkaJSNonRetriableError'] as new (message: string) => Error;

const META = [{ topicName: 'topic', partition: 0, errorCode: 0, baseOffset: '0' }];

function producerOf(context: RunContext, settings: Readonly<Record<string, unknown>> | undefined) {
  const { recorder } = context;
  const producer = recorder.newProducer();
  const transactional = settings?.['transactionalId'] !== undefined && settings['transactionalId'] !== null;
  const events = new EventEmitter();
  let state: State = 'uninitialised';
  let open: number | undefined;
  const own = { client: 'kafkajs', producer } as const;

  const sendOutside = (request: unknown) => {
    if (open !== undefined && state === 'transacting') recorder.aside('sent-outside', producer);
    return promised(
      context,
      { ...own, operation: 'send', transaction: undefined, records: fingerprintsOf(request) },
      { value: () => META },
    );
  };

  const handleOf = (transaction: number) => {
    let didEnd = false;
    const isActive = () => state === 'transacting' && open === transaction && !didEnd;
    const refuse = () =>
      isActive() ? undefined : new NonRetriable('Cannot continue to use transaction once ended');
    const end = (operation: 'commit' | 'abort', while_: State) => () =>
      promised(
        context,
        { ...own, operation, transaction, records: [] },
        {
          refuse,
          asked: () => {
            state = while_;
          },
          // A refused EndTxn leaves the state as it is for ever.
          value: (failed) => {
            if (failed || state !== while_) return;
            state = 'ready';
            didEnd = true;
          },
        },
      );
    const send = (request: unknown) =>
      promised(
        context,
        { ...own, operation: 'send', transaction, records: fingerprintsOf(request) },
        { refuse, value: () => META },
      );
    return {
      send,
      sendBatch: send,
      sendOffsets: (offsets: unknown) =>
        promised(
          context,
          { ...own, operation: 'sendOffsets', transaction, records: [fingerprintOf(offsets)] },
          { refuse, value: () => undefined },
        ),
      commit: end('commit', 'committing'),
      abort: end('abort', 'aborting'),
      isActive,
    };
  };

  return {
    connect: () => Promise.resolve(),
    disconnect: () =>
      promised(
        context,
        { ...own, operation: 'close', transaction: undefined, records: [] },
        { value: () => undefined },
      ),
    isIdempotent: () => true,
    events: { CONNECT: 'producer.connect', DISCONNECT: 'producer.disconnect' },
    on: (event: string, listener: (...args: unknown[]) => void) => {
      events.on(event, listener);
      return () => events.off(event, listener);
    },
    logger: () => undefined,
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
              : new NonRetriable(
                  `Transaction state exception: Cannot call "beginTransaction" in state "${state}"`,
                );
          },
          value: (failed, deed) => {
            if (failed) return undefined;
            state = 'transacting';
            open = deed.transaction = recorder.newTransaction();
            return handleOf(open);
          },
        },
      );
    },
  };
}

function consumerOf({ recorder }: RunContext) {
  const done = () => Promise.resolve();
  return {
    connect: done,
    disconnect: done,
    subscribe: done,
    stop: done,
    run: done,
    commitOffsets: () => {
      recorder.aside('consumer-commit', undefined);
      return Promise.resolve();
    },
    describeGroup: done,
    seek: () => undefined,
    pause: () => undefined,
    paused: () => [],
    resume: () => undefined,
    on: () => () => undefined,
    logger: () => undefined,
    events: {},
  };
}

/** kafkajs with the real error classes and a broker that answers as the run's faults say. */
export function fakeKafkajs(context: RunContext): object {
  class Kafka {
    producer(settings?: Readonly<Record<string, unknown>>) {
      return producerOf(context, settings);
    }
    consumer() {
      return consumerOf(context);
    }
    admin() {
      return { connect: () => Promise.resolve(), disconnect: () => Promise.resolve() };
    }
    logger() {
      return undefined;
    }
  }
  return { ...REAL.kafkajs, Kafka };
}
