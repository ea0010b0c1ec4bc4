import { withProducerPart } from '../../clients/librdkafka-binding.js';
import type { RunContext } from '../back-end.js';
import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import type { DeedStart } from '../trace.js';
import { confluentConsumer } from './confluent-consumer.js';
import { REAL } from './error-of.js';
import { LibrdkafkaProducer } from './librdkafka.js';
import { ProducerCalls } from './producer-calls.js';
import { callbackApi } from './rdkafka.js';

/*
 * The KafkaJS API of @confluentinc/kafka-javascript 1.10.1: the package's own JavaScript around a native part that is a fake.
 */

const PACKAGE = '@confluentinc/kafka-javascript';

type Settings = Readonly<Record<string, unknown>>;

/** The package's own producer: lib/kafkajs/_producer.js. */
interface RealProducer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  transaction(): Promise<RealProducer>;
  send(request: unknown): Promise<unknown>;
  sendBatch(request: unknown): Promise<unknown>;
  sendOffsets(offsets: unknown): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
  flush(...args: readonly unknown[]): Promise<void>;
  isActive(): boolean;
  logger(): object;
  setSaslCredentials(args: object): void;
  dependentAdmin(): object;
}

interface RealKafka {
  producer(settings?: Settings): RealProducer;
}

const { Kafka } = REAL.confluent.KafkaJS as { Kafka: new (settings?: Settings) => RealKafka };

const silent = (): void => undefined;
const LOGGER = {
  info: silent,
  error: silent,
  warn: silent,
  debug: silent,
  namespace: (): object => LOGGER,
  setLogLevel: silent,
};

/** The same settings with a logger that says nothing. */
const quiet = (settings: Settings = {}): Settings => ({
  ...settings,
  kafkaJS: { ...(settings['kafkaJS'] as object | undefined), logger: LOGGER },
});

function producerOf(context: RunContext, kafka: Settings, settings: Settings) {
  const { recorder } = context;
  const real = new Kafka(quiet(kafka)).producer(settings);
  const calls = new ProducerCalls(context, 'confluent');
  let native: LibrdkafkaProducer | undefined;
  const nativePart = (finalSettings: Settings) =>
    (native = new LibrdkafkaProducer(context, PACKAGE, finalSettings));

  const perform = async <T>(
    operation: DeedStart['operation'],
    records: readonly string[],
    act: () => Promise<T>,
  ): Promise<T> => {
    const call = calls.begin(operation, records);
    if (!call) return new Promise(() => undefined);
    // A fault of the connection has no request of its own.
    const closing = operation === 'close' ? call.ask() : undefined;
    try {
      // The package calls its native part before it gives its promise.
      const promise = withProducerPart(
        (finalSettings) => {
          const part = nativePart(finalSettings);
          part.call = call;
          return part;
        },
        () => {
          if (native) native.call = call;
          return act();
        },
      );
      if (native) native.call = undefined;
      const value = await promise;
      if (closing) {
        call.strike();
        throw new Error('The native part failed');
      }
      calls.succeed(call);
      return value;
    } catch (error) {
      throw calls.fail(call, error as Error);
    }
  };

  const producer = {
    connect: () => perform('init', [], () => real.connect()),
    disconnect: () => perform('close', [], () => real.disconnect()),
    transaction: async (...args: readonly unknown[]): Promise<object> => {
      if (args.some((arg) => typeof arg === 'function'))
        recorder.aside('misunderstood', calls.producer, 'callback');
      await perform('begin', [], () => real.transaction());
      return producer;
    },
    send: (request: unknown) => perform('send', fingerprintsOf(request), () => real.send(request)),
    sendBatch: (request: unknown) => perform('send', fingerprintsOf(request), () => real.sendBatch(request)),
    sendOffsets: (offsets: unknown) =>
      perform('sendOffsets', [fingerprintOf(topicsOf(offsets))], () => real.sendOffsets(offsets)),
    commit: () => perform('commit', [], () => real.commit()),
    abort: () => perform('abort', [], () => real.abort()),
    flush: (...args: readonly unknown[]) => real.flush(...args),
    isActive: () => real.isActive(),
    logger: () => real.logger(),
    setSaslCredentials: (args: object) => {
      real.setSaslCredentials(args);
    },
    dependentAdmin: () => real.dependentAdmin(),
  };
  return producer;
}

/** What of an argument of sendOffsets tells it from others: not the consumer. */
const topicsOf = (offsets: unknown): unknown =>
  offsets !== null && typeof offsets === 'object' ? (offsets as { topics?: unknown }).topics : offsets;

/** Both APIs of Confluent's package. */
export function fakeConfluent(context: RunContext): object {
  class FakeKafka {
    readonly #settings: Settings;
    constructor(settings: Settings = {}) {
      this.#settings = settings;
      // It refuses settings in the wrong place.
      new Kafka(settings);
    }
    producer(settings: Settings = {}) {
      return producerOf(context, this.#settings, settings);
    }
    consumer() {
      return confluentConsumer(context, LOGGER);
    }
    admin() {
      return { connect: () => Promise.resolve(), disconnect: () => Promise.resolve() };
    }
  }
  const rdkafka = callbackApi(context, PACKAGE, REAL.confluent.RdKafka);
  return {
    ...REAL.confluent,
    ...rdkafka,
    RdKafka: rdkafka,
    KafkaJS: { ...REAL.confluent.KafkaJS, Kafka: FakeKafka },
  };
}
