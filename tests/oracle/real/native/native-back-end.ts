import { setTimeout } from 'node:timers/promises';
import type { BackEnd, RunContext, Session } from '../../back-end.js';
import { recordedConfluent, type ConfluentProducer } from '../../fakes/recorded-confluent.js';
import { recordRdkafka, type RdkafkaProducer } from '../../fakes/recorded-rdkafka.js';
import type { MockCluster } from '../mock-cluster.js';
import { RefusedCalls, Setbacks, type SetbackOf } from '../refused-calls.js';

type Settings = Readonly<Record<string, unknown>>;
type Done = (error?: unknown) => void;
interface Client {
  disconnect(done: Done): unknown;
  isConnected(): boolean;
  on(event: string, listener: (error: unknown) => void): unknown;
}
type ClientClass<T> = new (settings: Settings, topicSettings?: Settings) => T;
interface Consumer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

interface CallbackApi {
  readonly Producer: ClientClass<RdkafkaProducer & Client>;
  readonly HighLevelProducer: ClientClass<RdkafkaProducer & Client>;
  readonly KafkaConsumer: ClientClass<Client>;
}
interface KafkaJSApi {
  readonly Kafka: new (settings: Settings) => {
    producer(settings: Settings): ConfluentProducer;
    consumer(settings: Settings): Consumer;
  };
  readonly logLevel: { readonly NOTHING: number };
}
/** The exports of a package with a native part. */
export type NativePackage = CallbackApi & { readonly KafkaJS?: KafkaJSApi };

/** Retries are quick and few; which error arrives in the end is the same. */
const QUICK = { 'message.timeout.ms': 300, 'retry.backoff.ms': 20, log_level: 0 };

/** How long clients may take to let go, in milliseconds. */
const LEAVING = 10_000;

let ids = 0;
/** The cluster keeps what it knows of an id, which another run must not meet. */
const ownId = (id: unknown): string => `${String(id)}-${(ids += 1)}`;

const closed = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    if (!client.isConnected()) resolve();
    else
      client.disconnect(() => {
        resolve();
      });
  });

function callbackApi(
  context: RunContext,
  real: CallbackApi,
  setbacks: Setbacks<MockCluster>,
  leaving: (() => Promise<void>)[],
): object {
  const place = { 'metadata.broker.list': setbacks.cluster.brokers.join(), log_level: 0 };
  const classOf = (name: 'Producer' | 'HighLevelProducer') =>
    function (settings: Settings) {
      const id = settings['transactional.id'];
      const producer = new real[name]({
        ...settings,
        ...place,
        ...QUICK,
        ...(id !== undefined && { 'transactional.id': ownId(id), 'transaction.timeout.ms': 2000 }),
      });
      // Without a listener a fatal error ends the process.
      producer.on('event.error', () => undefined);
      const disconnect = producer.disconnect.bind(producer);
      leaving.push(() => closed({ disconnect, isConnected: () => producer.isConnected() } as Client));
      const isHighLevel = name === 'HighLevelProducer';
      recordRdkafka(producer, new RefusedCalls(context, 'rdkafka', setbacks, !isHighLevel), isHighLevel);
      return producer;
    };
  const consumerClass = function (settings: Settings, topicSettings: Settings) {
    const consumer = new real.KafkaConsumer({ ...settings, ...place }, topicSettings);
    consumer.on('event.error', () => undefined);
    leaving.push(() => closed(consumer));
    return consumer;
  };
  return {
    ...real,
    Producer: classOf('Producer'),
    HighLevelProducer: classOf('HighLevelProducer'),
    KafkaConsumer: consumerClass,
  };
}

function kafkaJSApi(
  context: RunContext,
  real: KafkaJSApi,
  setbacks: Setbacks<MockCluster>,
  leaving: (() => Promise<void>)[],
): object {
  const kafka = new real.Kafka({
    kafkaJS: { brokers: [...setbacks.cluster.brokers], logLevel: real.logLevel.NOTHING },
    log_level: 0,
  });
  class Kafka {
    producer(settings: Settings): object {
      const own = { ...(settings['kafkaJS'] as Settings | undefined) };
      const id = own['transactionalId'];
      const producer = kafka.producer({
        kafkaJS: { ...own, ...(id !== undefined && { transactionalId: ownId(id) }) },
        ...QUICK,
      });
      leaving.push(() => producer.disconnect());
      return recordedConfluent(producer, new RefusedCalls(context, 'confluent', setbacks, false));
    }
    consumer(settings: Settings): Consumer {
      const consumer = kafka.consumer(settings);
      leaving.push(() => consumer.disconnect());
      // It connects once; programs that are run on fakes do so as often as they like.
      let connecting: Promise<void> | undefined;
      const connect = consumer.connect.bind(consumer);
      consumer.connect = () => (connecting ??= connect());
      return consumer;
    }
  }
  return { ...real, Kafka };
}

/** A real client with a native part, its clients on a mock cluster. A fault is brought about by what `setbackOf` says of it. */
export function nativeBackEnd(
  specifier: string,
  real: NativePackage,
  cluster: MockCluster,
  setbackOf: SetbackOf,
): BackEnd {
  return {
    name: `${specifier} on a mock cluster`,
    time: 'real',
    open: (context): Session => {
      const setbacks = new Setbacks(context, cluster, setbackOf);
      const leaving: (() => Promise<void>)[] = [];
      const callbacks = callbackApi(context, real, setbacks, leaving);
      const module = {
        ...callbacks,
        ...(real.KafkaJS && { KafkaJS: kafkaJSApi(context, real.KafkaJS, setbacks, leaving) }),
      };
      return {
        moduleOf: (asked) => (asked === specifier ? module : undefined),
        close: async () => {
          setbacks.disarm();
          const left = Promise.allSettled(leaving.map((leave) => leave()));
          // A client that does not let go is left to itself.
          await Promise.race([left, setTimeout(LEAVING)]);
        },
      };
    },
  };
}
