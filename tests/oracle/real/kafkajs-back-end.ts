import { createRequire } from 'node:module';
import type { Producer, ProducerBatch, ProducerConfig, ProducerRecord, Transaction } from 'kafkajs';
import { profileOf } from '../../../src/clients/index.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import { isVariant } from '../../clients/observed-error.js';
import type { BackEnd, RunContext } from '../back-end.js';
import { fakeKafkajs } from '../fakes/kafkajs.js';
import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import type { Deed, DeedStart, Fault } from '../trace.js';
import { kafkaOn } from './kafkajs-on-mock.js';
import { API_KEYS, type MockCluster } from './mock-cluster.js';
import { isAsked, REQUESTS, type Setback } from './setback.js';

const require = createRequire(import.meta.url);

/** How the cluster brings about a fault of a call; undefined where it cannot. */
export type SetbackOf = (fault: Fault, deed: Deed) => Setback | undefined;

/** The keys of the requests that have been answered, for each call under way. */
type Answered = Set<Set<number>>;

const isLocal = (error: unknown, operation: Operation): boolean =>
  profileOf('kafkajs')
    .variantsOf(operation, 'promise')
    .some((variant) => variant.row === 'local' && isVariant(variant, error));

/** Has a broker answered a request of the call's, for better or worse? */
function hasAsked({ operation }: Deed, keys: ReadonlySet<number>): boolean {
  return isAsked(operation) && REQUESTS[operation].some((request) => keys.has(API_KEYS[request]));
}

/** One run's producers and what the cluster is told for them. */
class Session {
  readonly #producers: Producer[] = [];
  readonly #calls = new Map<string, number>();
  readonly #armed = new Set<Setback>();

  constructor(
    readonly context: RunContext,
    readonly cluster: MockCluster,
    readonly setbackOf: SetbackOf,
  ) {}

  /** The fault of the next call of an operation that asks a broker. */
  #nextFault({ operation }: Deed): Fault | undefined {
    const call = (this.#calls.get(operation) ?? 0) + 1;
    return this.context.recorder.faults.find(
      (fault) =>
        fault.operation === operation &&
        (fault.repeats === 'always' ? call >= fault.occurrence : call === fault.occurrence),
    );
  }

  /** Has the real client do something, and records how it ends. */
  async perform<T>(start: DeedStart, act: (deed: Deed) => Promise<T>, answered: Answered): Promise<T> {
    const { recorder } = this.context;
    const deed = recorder.begin(start);
    // A call that never ends: the process is gone, or the run would go on for ever.
    if (recorder.isOver) return new Promise(() => undefined);
    const fault = this.#nextFault(deed);
    const setback = fault && this.setbackOf(fault, deed);
    if (setback) this.#arm(setback);
    const keys = new Set<number>();
    answered.add(keys);
    try {
      const value = await act(deed);
      if (hasAsked(deed, keys)) this.#count(deed);
      recorder.succeeded(deed);
      return value;
    } catch (error) {
      const isRefused = hasAsked(deed, keys) || (setback !== undefined && !isLocal(error, deed.operation));
      if (isRefused) this.#count(deed);
      recorder.failed(deed, error, isRefused ? fault : undefined);
      throw error;
    } finally {
      answered.delete(keys);
      if (setback && fault.repeats === 'once') this.#disarm(setback);
    }
  }

  #count({ operation }: Deed): void {
    this.#calls.set(operation, (this.#calls.get(operation) ?? 0) + 1);
  }

  #arm(setback: Setback): void {
    this.cluster.answerAlways(setback.request, setback.code);
    this.#armed.add(setback);
  }

  #disarm(setback: Setback): void {
    this.cluster.answerAsUsual(setback.request);
    this.#armed.delete(setback);
  }

  adopt(producer: Producer): void {
    this.#producers.push(producer);
  }

  async close(): Promise<void> {
    for (const setback of this.#armed) this.#disarm(setback);
    await Promise.all(this.#producers.map((producer) => producer.disconnect()));
  }
}

function recorded(session: Session, real: Producer, number: number): Producer {
  const { recorder } = session.context;
  const own = { client: 'kafkajs', producer: number } as const;
  const answered: Answered = new Set();
  real.on(real.events.REQUEST, ({ payload }) => {
    for (const keys of answered) keys.add(payload.apiKey);
  });
  const perform = <T>(start: Omit<DeedStart, 'client' | 'producer'>, act: (deed: Deed) => Promise<T>) =>
    session.perform({ ...own, ...start }, act, answered);
  let open: Transaction | undefined;

  const handleOf = (handle: Transaction, transaction: number): Transaction => ({
    send: (record) =>
      perform({ operation: 'send', transaction, records: fingerprintsOf(record) }, () => handle.send(record)),
    sendBatch: (batch) =>
      perform({ operation: 'send', transaction, records: fingerprintsOf(batch) }, () =>
        handle.sendBatch(batch),
      ),
    sendOffsets: (offsets) =>
      perform({ operation: 'sendOffsets', transaction, records: [fingerprintOf(offsets)] }, () =>
        handle.sendOffsets(offsets),
      ),
    commit: () => perform({ operation: 'commit', transaction, records: [] }, () => handle.commit()),
    abort: () => perform({ operation: 'abort', transaction, records: [] }, () => handle.abort()),
    isActive: () => handle.isActive(),
  });

  const outside = <Request, Sent>(send: (request: Request) => Promise<Sent>) => {
    return (request: Request) => {
      if (open?.isActive() === true) recorder.aside('sent-outside', number);
      return perform({ operation: 'send', transaction: undefined, records: fingerprintsOf(request) }, () =>
        send(request),
      );
    };
  };

  return {
    ...real,
    send: outside((record: ProducerRecord) => real.send(record)),
    sendBatch: outside((batch: ProducerBatch) => real.sendBatch(batch)),
    disconnect: () =>
      perform({ operation: 'close', transaction: undefined, records: [] }, () => real.disconnect()),
    transaction: (...args: readonly unknown[]) => {
      if (args.some((arg) => typeof arg === 'function')) recorder.aside('misunderstood', number, 'callback');
      return perform({ operation: 'begin', transaction: undefined, records: [] }, async (deed) => {
        open = await real.transaction();
        deed.transaction = recorder.newTransaction();
        return handleOf(open, deed.transaction);
      });
    },
  };
}

/**
 * The real kafkajs with its producers on a mock cluster; consumers and admins are the fake's. A fault is brought about by what
 * `setbackOf` says of it.
 */
export function realKafkajs(cluster: MockCluster, setbackOf: SetbackOf): BackEnd {
  return {
    name: 'kafkajs on a mock cluster',
    time: 'real',
    open: (context) => {
      const session = new Session(context, cluster, setbackOf);
      const fake = fakeKafkajs(context) as { Kafka: new () => { consumer(): never; admin(): never } };
      const aside = new fake.Kafka();
      class RecordedKafka extends kafkaOn(cluster) {
        override producer(config?: ProducerConfig): Producer {
          const real = super.producer(config);
          session.adopt(real);
          return recorded(session, real, context.recorder.newProducer('kafkajs'));
        }
        override consumer(): never {
          return aside.consumer();
        }
        override admin(): never {
          return aside.admin();
        }
      }
      const module = { ...(require('kafkajs') as object), Kafka: RecordedKafka };
      return {
        moduleOf: (specifier) => (specifier === 'kafkajs' ? module : undefined),
        close: () => session.close(),
      };
    },
  };
}
