import type { RunContext } from '../back-end.js';
import { confluentConsumer } from './confluent-consumer.js';
import { REAL } from './error-of.js';
import { LibrdkafkaCalls } from './librdkafka-calls.js';
import { callbackApi } from './rdkafka.js';
import { recordedConfluent, type ConfluentProducer } from './recorded-confluent.js';

/*
 * The KafkaJS API of @confluentinc/kafka-javascript 1.10.1: the package's own JavaScript around a native part that is a fake.
 */

const PACKAGE = '@confluentinc/kafka-javascript';

type Settings = Readonly<Record<string, unknown>>;

const { Kafka } = REAL.confluent.KafkaJS as {
  Kafka: new (settings?: Settings) => { producer(settings?: Settings): ConfluentProducer };
};

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

/** Both APIs of Confluent's package. */
export function fakeConfluent(context: RunContext): object {
  class FakeKafka {
    readonly #settings: Settings;
    constructor(settings: Settings = {}) {
      this.#settings = context.plain(settings, 'settings') as Settings;
      // It refuses settings in the wrong place.
      new Kafka(this.#settings);
    }
    producer(settings: Settings = {}) {
      const calls = new LibrdkafkaCalls(context, 'confluent', PACKAGE);
      return recordedConfluent(
        new Kafka(quiet(this.#settings)).producer(context.plain(settings, 'settings') as Settings),
        calls,
      );
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
