import { createRequire } from 'node:module';

/** What the native part of librdkafka's JavaScript packages answers. Tests set the functions they need. */
export type NativeClient = Record<string, (...args: unknown[]) => unknown>;

type Callback = (error: unknown, value?: unknown) => void;

/** What makes the native part of a client from its settings. */
export type NativePart = (settings: Readonly<Record<string, unknown>>) => object;

/** A client whose calls succeed. */
function obligingClient(): NativeClient {
  const succeed = (...args: unknown[]) => {
    (args.at(-1) as Callback)(null, { name: 'client' });
  };
  return {
    configureCallbacks: () => undefined,
    setPollInBackground: () => undefined,
    poll: () => undefined,
    connect: (...args) => {
      setImmediate(succeed, ...args);
    },
    getMetadata: succeed,
    disconnect: succeed,
    flush: succeed,
    initTransactions: succeed,
    beginTransaction: succeed,
    sendOffsetsToTransaction: succeed,
    commitTransaction: succeed,
    abortTransaction: succeed,
    produce: () => 0,
  };
}

let producerPart: NativePart = obligingClient;

/** Does something, and clients that are made meanwhile have this for the native part of their producers. */
export function withProducerPart<T>(part: NativePart, act: () => T): T {
  const before = producerPart;
  producerPart = part;
  try {
    return act();
  } finally {
    producerPart = before;
  }
}

const NATIVE = {
  Producer: function Producer(this: NativeClient, settings: Readonly<Record<string, unknown>>) {
    return producerPart(settings);
  },
  KafkaConsumer: function KafkaConsumer(this: NativeClient) {
    return obligingClient();
  },
  AdminClient: function AdminClient() {
    return {};
  },
  Topic: function Topic() {
    return {};
  },
  features: () => '',
  librdkafkaVersion: '2.15.0',
  err2str: String,
};

/**
 * Loads a package around librdkafka without its native part, which is not built here.
 * Takes the package's name, gives its exports.
 */
export function loadWithoutBinding(name: string): unknown {
  const require = createRequire(import.meta.url);
  const path = require.resolve(`${name}/librdkafka.js`);
  require.cache[path] = { id: path, filename: path, loaded: true, exports: NATIVE } as NodeJS.Module;
  return require(name);
}
