import { load, type KoffiFunc, type LibraryHandle } from 'koffi';

/** A pointer of the library's. Nothing here looks behind it. */
declare const pointer: unique symbol;
interface Pointer<Name extends string> {
  readonly [pointer]: Name;
}
export type Client = Pointer<'rd_kafka_t'>;
export type Settings = Pointer<'rd_kafka_conf_t'>;
export type Cluster = Pointer<'rd_kafka_mock_cluster_t'>;

/** The functions of librdkafka that a mock cluster takes. Source: librdkafka, src/rdkafka.h and src/rdkafka_mock.h. */
export interface Librdkafka {
  version: () => string;
  newSettings: () => Settings;
  set: (settings: Settings, name: string, value: string, message: null, messageSize: number) => number;
  newClient: (type: number, settings: Settings, message: null, messageSize: number) => Client;
  destroyClient: (client: Client) => void;
  newCluster: (client: Client, brokers: number) => Cluster;
  destroyCluster: KoffiFunc<(cluster: Cluster) => void>;
  addresses: (cluster: Cluster) => string;
  pushErrors: (cluster: Cluster, api: number, count: number, codes: Int32Array) => void;
  /** An error and a time in milliseconds, both as the variable arguments that koffi wants: their types before their values. */
  pushBrokerError: (
    cluster: Cluster,
    broker: number,
    api: number,
    count: 1,
    ...errorAndTime: ['int', number, 'int', number]
  ) => number;
  clearErrors: (cluster: Cluster, api: number) => void;
  createTopic: (cluster: Cluster, topic: string, partitions: number, replicas: number) => number;
  setDown: (cluster: Cluster, broker: number) => number;
  /** Absent before librdkafka 2.15: its mock names no controller. */
  setController: ((cluster: Cluster, broker: number) => void) | undefined;
}

const FUNCTIONS = {
  version: 'const char *rd_kafka_version_str()',
  newSettings: 'void *rd_kafka_conf_new()',
  set: 'int rd_kafka_conf_set(void *conf, const char *name, const char *value, char *errstr, size_t size)',
  newClient: 'void *rd_kafka_new(int type, void *conf, char *errstr, size_t size)',
  destroyClient: 'void rd_kafka_destroy(void *rk)',
  newCluster: 'void *rd_kafka_mock_cluster_new(void *rk, int brokers)',
  destroyCluster: 'void rd_kafka_mock_cluster_destroy(void *cluster)',
  addresses: 'const char *rd_kafka_mock_cluster_bootstraps(void *cluster)',
  pushErrors:
    'void rd_kafka_mock_push_request_errors_array(void *cluster, int16_t api, size_t count, const int *errors)',
  pushBrokerError:
    'int rd_kafka_mock_broker_push_request_error_rtts(void *cluster, int32_t broker, int16_t api, size_t count, ...)',
  clearErrors: 'void rd_kafka_mock_clear_request_errors(void *cluster, int16_t api)',
  createTopic:
    'int rd_kafka_mock_topic_create(void *cluster, const char *topic, int partitions, int replicas)',
  setDown: 'int rd_kafka_mock_broker_set_down(void *cluster, int32_t broker)',
  setController: 'void rd_kafka_mock_set_controller_id(void *cluster, int32_t broker)',
} as const satisfies Record<keyof Librdkafka, string>;

const FILES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['librdkafka.1.dylib', '/opt/homebrew/lib/librdkafka.1.dylib', '/usr/local/lib/librdkafka.1.dylib'],
  win32: ['librdkafka.dll', 'rdkafka.dll'],
};

/** The files that may be the library, the most likely first. The variable `LIBRDKAFKA` names another one. */
function candidates(): readonly string[] {
  const named = process.env['LIBRDKAFKA'];
  return named === undefined ? (FILES[process.platform] ?? ['librdkafka.so.1']) : [named];
}

function open(): { library: LibraryHandle } | { reason: string } {
  const reasons: string[] = [];
  for (const file of candidates()) {
    try {
      return { library: load(file) };
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { reason: reasons.join('; ') };
}

function bind(library: LibraryHandle): Librdkafka {
  const found = Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, prototype]) => {
      try {
        return [name, library.func(prototype)];
      } catch (error) {
        if (name === 'setController') return [name, undefined];
        throw error;
      }
    }),
  );
  return found as unknown as Librdkafka;
}

/** librdkafka, or why it cannot be used here. */
export type Loaded = { readonly librdkafka: Librdkafka } | { readonly missing: string };

let loaded: Loaded | undefined;

/** Loads librdkafka once. */
export function loadLibrdkafka(): Loaded {
  if (loaded === undefined) {
    const opened = open();
    loaded = 'library' in opened ? { librdkafka: bind(opened.library) } : { missing: opened.reason };
  }
  return loaded;
}
