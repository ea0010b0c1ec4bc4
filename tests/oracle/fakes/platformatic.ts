import { AsyncLocalStorage } from 'node:async_hooks';
import * as platformatic from '@platformatic/kafka';
import type { ConsumedRecord, RunContext } from '../back-end.js';
import type { Deed } from '../trace.js';
import { errorOf } from './error-of.js';
import { FakeCalls, type Call } from './fake-calls.js';
import { recordedPlatformatic, type PlatformaticProducer } from './recorded-platformatic.js';

/*
 * @platformatic/kafka 1.35.0: the package's own producer and transaction, without connections. What it asks of a broker is answered
 * as the run's faults say; it retries nothing, since a fault is what arrives in the end.
 */

type Settings = Readonly<Record<string, unknown>>;
type Callback = (error: Error | null, value?: unknown) => void;
type Perform = (id: string, operation: (callback: Callback) => void, callback: Callback) => void;

/** How long an answer takes, in milliseconds of the virtual clock. */
const ANSWER = 1;
const NODE = 1;
const BROKERS = new Map([[NODE, { nodeId: NODE, host: 'kafka', port: 9092 }]]);

/** dist/clients/base/base.js */
interface Internals extends PlatformaticProducer {
  [platformatic.kMetadata]: (options: { readonly topics?: readonly string[] }, callback: Callback) => void;
  [platformatic.kGetApi]: (name: string, callback: Callback) => void;
  [platformatic.kGetConnection]: (broker: unknown, callback: Callback) => void;
  [platformatic.kGetBootstrapConnection]: (callback: Callback) => void;
  [platformatic.kPerformWithRetry]: Perform;
  [platformatic.kPerformDeduplicated]: Perform;
}

const RealProducer = platformatic.Producer as unknown as new (settings: Settings) => Internals;

/** One for all runs: each that is in use has its price at every step of a program. */
const current = new AsyncLocalStorage<Deed>();

/** Which call of the program's a request is for. */
class PlatformaticCalls extends FakeCalls {
  override during<T>(deed: Deed, act: () => T): T {
    return current.run(deed, act);
  }

  /** Where every call can fail, so can one that asks nobody: a begin after the first one. */
  override end(deed: Deed, error: Error | undefined): Error | undefined {
    const call = this.callOf(deed);
    if (!error && this.context.asksAlways && deed.operation !== 'close' && call.ask()) call.strike();
    return super.end(deed, error);
  }

  get current(): Call | undefined {
    const deed = current.getStore();
    return deed && this.callOf(deed);
  }
}

/** What a request is answered with, from its arguments. */
const ANSWERS: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  FindCoordinator: ([, , keys]) => ({
    coordinators: (keys as readonly string[]).map((key) => ({ key, nodeId: NODE })),
  }),
  InitProducerId: () => ({ producerId: 1000n, producerEpoch: 0 }),
  Produce: ([, , , messages]) => ({
    responses: (messages as readonly { readonly topic: string }[]).map(({ topic }) => ({
      name: topic,
      partitionResponses: [{ index: 0, baseOffset: 0n }],
    })),
  }),
};

/**
 * Whether a request is an operation's own: the search for a coordinator has another one beside it, and sends at the same time share
 * what adds their partitions.
 */
const isOwn = (request: string, { deed: { operation } }: Call): boolean =>
  operation === 'send' ? request === 'Produce' : request !== 'FindCoordinator';

function producerOf(context: RunContext, settings: Settings): object {
  const calls = new PlatformaticCalls(context, 'platformatic');
  const real = new RealProducer({ ...(context.plain(settings, 'options') as Settings) });
  const known = new Set<string>();
  const later = (milliseconds: number, act: () => void) => {
    const bound = AsyncLocalStorage.bind(act);
    context.clock.after(milliseconds, () => {
      if (!context.recorder.exit) bound();
    });
  };

  real[platformatic.kMetadata] = ({ topics = [] }, callback) => {
    const isKnown = topics.every((topic) => known.has(topic));
    for (const topic of topics) known.add(topic);
    const partitions = [{ leader: NODE, leaderEpoch: 0 }];
    later(isKnown ? 0 : ANSWER, () => {
      callback(null, {
        brokers: BROKERS,
        topics: new Map(topics.map((topic) => [topic, { partitions, partitionsCount: 1 }])),
      });
    });
  };
  real[platformatic.kGetConnection] = (_broker, callback) => {
    callback(null, {});
  };
  real[platformatic.kGetBootstrapConnection] = (callback) => {
    callback(null, {});
  };
  // Who shares a request with others goes on by itself.
  const deduplicated = real[platformatic.kPerformDeduplicated].bind(real);
  real[platformatic.kPerformDeduplicated] = (id, operation, callback) => {
    deduplicated(id, operation, AsyncLocalStorage.bind(callback));
  };
  real[platformatic.kPerformWithRetry] = (_id, operation, callback) => {
    operation(callback);
  };
  real[platformatic.kGetApi] = (name, callback) => {
    const request = (...args: readonly unknown[]) => {
      const answer = args.at(-1) as Callback;
      const call = calls.current;
      const fault = call && isOwn(name, call) ? call.ask() : undefined;
      later(ANSWER, () => {
        if (fault) {
          call?.strike();
          answer(errorOf('platformatic', fault.variant));
        } else answer(null, ANSWERS[name]?.(args));
      });
    };
    callback(null, request);
  };
  return recordedPlatformatic(real, calls);
}

/** dist/protocol/records.d.ts, Message */
function messageOf({ recorder }: RunContext, groupId: string, record: ConsumedRecord): object {
  const { topic, partition, offset, key, value } = record;
  const coordinatorId = NODE;
  return {
    topic,
    partition,
    offset: BigInt(offset),
    key,
    value,
    headers: new Map(),
    timestamp: 0n,
    metadata: { consumer: { groupId, generationId: 0, memberId: 'member', coordinatorId } },
    commit: () => {
      recorder.aside('consumer-commit', undefined);
      return Promise.resolve();
    },
  };
}

function consumerOf(context: RunContext, { groupId }: Settings) {
  const group = String(groupId);
  const done = () => Promise.resolve();
  const thing = {
    groupId: group,
    consume: () => {
      const messages = context.polled().map((record) => messageOf(context, group, record));
      const stream = {
        async *[Symbol.asyncIterator]() {
          for (const message of messages) {
            await new Promise<void>((resolve) => {
              context.clock.after(ANSWER, resolve);
            });
            yield message;
          }
        },
        on: (event: string, listener: (...args: unknown[]) => unknown) => {
          // Nobody takes what it gives.
          const fn = (...args: unknown[]): void => void listener(...args);
          if (event === 'data') context.recorder.listeners.push({ name: event, fn, own: listener });
          return stream;
        },
        close: done,
      };
      return Promise.resolve(stream);
    },
    commit: () => {
      context.recorder.aside('consumer-commit', undefined);
      return done();
    },
    joinGroup: done,
    leaveGroup: done,
    on: () => undefined,
    close: done,
  };
  context.recorder.things.add(thing);
  return thing;
}

/** @platformatic/kafka with a broker that answers as the run's faults say. */
export function fakePlatformatic(context: RunContext): object {
  const producerClass = function (settings: Settings) {
    return producerOf(context, settings);
  };
  const consumerClass = function (settings: Settings) {
    return consumerOf(context, settings);
  };
  return { ...platformatic, Producer: producerClass, Consumer: consumerClass };
}
