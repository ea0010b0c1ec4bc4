import { fingerprintOf, fingerprintsOf } from '../fingerprint.js';
import type { ProducerCalls } from './producer-calls.js';

/** A producer of the KafkaJS API of @confluentinc/kafka-javascript: lib/kafkajs/_producer.js. */
export interface ConfluentProducer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  transaction(): Promise<object>;
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

/** What of an argument of sendOffsets tells it from others: not the consumer. */
const topicsOf = (offsets: unknown): unknown =>
  offsets !== null && typeof offsets === 'object' ? (offsets as { topics?: unknown }).topics : offsets;

/** A producer whose calls are recorded. */
export function recordedConfluent(real: ConfluentProducer, calls: ProducerCalls): object {
  const { plain, recorder } = calls.context;
  const producer = {
    connect: () => calls.promised('init', [], () => real.connect()),
    disconnect: () => calls.promised('close', [], () => real.disconnect()),
    transaction: async (...args: readonly unknown[]): Promise<object> => {
      if (args.some((arg) => typeof arg === 'function'))
        recorder.aside('misunderstood', calls.producer, 'callback');
      await calls.promised('begin', [], () => real.transaction());
      return producer;
    },
    send: (request: unknown) =>
      calls.promised('send', fingerprintsOf(request), () => real.send(plain(request, 'request'))),
    sendBatch: (request: unknown) =>
      calls.promised('send', fingerprintsOf(request), () => real.sendBatch(plain(request, 'batch'))),
    sendOffsets: (offsets: unknown) =>
      calls.promised('sendOffsets', [fingerprintOf(topicsOf(offsets))], () =>
        real.sendOffsets(plain(offsets, 'offsets')),
      ),
    commit: () => calls.promised('commit', [], () => real.commit()),
    abort: () => calls.promised('abort', [], () => real.abort()),
    flush: (...args: readonly unknown[]) => real.flush(...args),
    isActive: () => real.isActive(),
    logger: () => real.logger(),
    setSaslCredentials: (args: object) => {
      real.setSaslCredentials(args);
    },
    dependentAdmin: () => real.dependentAdmin(),
  };
  recorder.numbers.set(producer, calls.producer);
  recorder.producers.push({ client: 'confluent', producer });
  recorder.things.add(producer);
  return producer;
}
