import { EventEmitter } from 'node:events';
import type { ConsumedRecord, RunContext } from '../back-end.js';
import { REAL } from './error-of.js';
import { LibrdkafkaCalls } from './librdkafka-calls.js';
import type { RdkafkaPackage } from './librdkafka.js';
import { recordRdkafka, type Callback, type RdkafkaProducer } from './recorded-rdkafka.js';

/*
 * The callback API of node-rdkafka 3.6.1 and of Confluent's package 1.10.1: the packages' own JavaScript around a native part that
 * is a fake.
 */

type Settings = Readonly<Record<string, unknown>>;
type ProducerClass = new (settings: Settings, topicSettings?: Settings) => RdkafkaProducer;

/** lib/kafka-consumer.js, as far as a program that hands its offsets to a producer needs it; it reads the records of the run. */
class Consumer extends EventEmitter {
  #isConnected = false;
  readonly #waiting: ConsumedRecord[];

  constructor(readonly context: RunContext) {
    super();
    this.#waiting = [...context.polled()];
    context.recorder.things.add(this);
  }

  override on(event: string, listener: (...args: unknown[]) => void): this {
    if (event === 'data') this.context.recorder.listeners.push({ name: event, fn: listener });
    return super.on(event, listener);
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
  position(): object[] {
    return [{ topic: 'consumed', partition: 0, offset: 44 }];
  }
  assignments(): object[] {
    return [{ topic: 'consumed', partition: 0 }];
  }
  assign(): this {
    return this;
  }
  pause(): this {
    return this;
  }
  resume(): this {
    return this;
  }
  offsetsStore(): this {
    return this;
  }
  unsubscribe(): this {
    return this;
  }
  /** With a number: that many at most, to the callback. Without: each as an event. */
  consume(first?: unknown, done?: Callback): void {
    const count = done ? this.context.plain(first, 'batchSize') : first;
    const messages = this.#waiting.splice(0, typeof count === 'number' ? count : Infinity).map(messageOf);
    const callback = typeof count === 'function' ? (count as Callback) : done;
    this.context.clock.after(1, () => {
      for (const message of messages) this.emit('data', message);
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

/** Its text may be that of a stand-in. */
const bufferOf = (value: unknown): Buffer => Buffer.from(String(value));

const messageOf = ({ topic, partition, offset, key, value }: ConsumedRecord): object => ({
  topic,
  partition,
  offset,
  key: bufferOf(key),
  value: bufferOf(value),
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
    const Recorded = function Recorded(settings: Settings, topicSettings?: Settings) {
      const calls = new LibrdkafkaCalls(context, 'rdkafka', owner);
      const plain = context.plain(settings, 'settings') as Settings;
      // A class of the program may extend it.
      const Made =
        (new.target as unknown as ProducerClass | undefined) ?? (Recorded as unknown as ProducerClass);
      const producer = calls.made(() =>
        Reflect.construct<[Settings, Settings | undefined], RdkafkaProducer>(
          Real,
          [plain, topicSettings],
          Made,
        ),
      );
      recordRdkafka(producer, calls, name === 'HighLevelProducer');
      return producer;
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
