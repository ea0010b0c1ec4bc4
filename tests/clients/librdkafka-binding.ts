import { createRequire } from 'node:module';

/** What the native part of librdkafka's JavaScript packages answers. Tests set the functions they need. */
export type NativeClient = Record<string, (...args: unknown[]) => unknown>;

type Callback = (error: unknown, value?: unknown) => void;

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

const NATIVE = {
  Producer: function Producer(this: NativeClient) {
    return obligingClient();
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
