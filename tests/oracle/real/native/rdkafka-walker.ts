import type { MockCluster } from '../mock-cluster.js';

/** A call of a program's to a producer of the callback API. */
export type Step = 'init' | 'begin' | 'send' | 'sendOffsets' | 'commit' | 'abort';

type Callback = (error: Error | null, value?: unknown) => void;

interface Client {
  connect(options: object, callback: Callback): void;
  disconnect(callback?: Callback): void;
  on(event: string, listener: (...args: unknown[]) => void): this;
}

interface Producer extends Client {
  initTransactions(timeout: number, callback: Callback): void;
  beginTransaction(callback: Callback): void;
  produce(...args: unknown[]): unknown;
  sendOffsetsToTransaction(
    offsets: readonly object[],
    consumer: unknown,
    timeout: number,
    callback: Callback,
  ): void;
  commitTransaction(timeout: number, callback: Callback): void;
  abortTransaction(timeout: number, callback: Callback): void;
  setPollInterval(milliseconds: number): unknown;
}

/** The exports of node-rdkafka and of the packages that have its API. */
export interface RdKafka {
  readonly HighLevelProducer: new (settings: object) => Producer;
  readonly Producer: new (settings: object) => Producer;
  readonly KafkaConsumer: new (settings: object, topicSettings: object) => Client;
  readonly CODES: { readonly ERRORS: Readonly<Record<string, number>> };
}

export const TOPIC = 'topic';

/** How long a call waits for the end of librdkafka's own retries, in milliseconds. */
export const TIMEOUT = 600;

const promised = (call: (callback: Callback) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    call((error, value) => {
      if (error) reject(error);
      else resolve(value);
    });
  });

/** Takes steps one by one; each gives what it failed with, or undefined. */
export interface Walker {
  readonly producer: Producer;
  take(step: Step): Promise<unknown>;
  leave(): Promise<void>;
}

/** Connects a producer, and a consumer for its offsets, to the cluster. */
export async function walkerOn(rdkafka: RdKafka, cluster: MockCluster): Promise<Walker> {
  const place = { 'metadata.broker.list': cluster.brokers.join(), log_level: 0 };
  const producer = new rdkafka.HighLevelProducer({
    ...place,
    'transactional.id': 'walker',
    'message.timeout.ms': TIMEOUT,
    'transaction.timeout.ms': 2000,
    'retry.backoff.ms': 20,
  });
  // Without a listener a fatal error ends the process.
  producer.on('event.error', () => undefined);
  await promised((done) => {
    producer.connect({}, done);
  });
  producer.setPollInterval(5);
  const consumer = new rdkafka.KafkaConsumer({ ...place, 'group.id': 'group' }, {});
  consumer.on('event.error', () => undefined);
  let isConsuming = false;
  const steps: Record<Step, (done: Callback) => void> = {
    init: (done) => {
      producer.initTransactions(TIMEOUT, done);
    },
    begin: (done) => {
      producer.beginTransaction(done);
    },
    send: (done) => {
      producer.produce(TOPIC, null, Buffer.from('value'), null, Date.now(), done);
    },
    sendOffsets: (done) => {
      producer.sendOffsetsToTransaction([{ topic: TOPIC, partition: 0, offset: 1 }], consumer, TIMEOUT, done);
    },
    commit: (done) => {
      producer.commitTransaction(TIMEOUT, done);
    },
    abort: (done) => {
      producer.abortTransaction(TIMEOUT, done);
    },
  };
  return {
    producer,
    async take(step) {
      if (step === 'sendOffsets' && !isConsuming) {
        isConsuming = true;
        await promised((done) => {
          consumer.connect({}, done);
        });
      }
      try {
        await promised(steps[step]);
      } catch (error) {
        return error;
      }
      return undefined;
    },
    async leave() {
      await Promise.all(
        [producer, ...(isConsuming ? [consumer] : [])].map((client) =>
          promised((done) => {
            client.disconnect(done);
          }).catch(() => undefined),
        ),
      );
    },
  };
}
