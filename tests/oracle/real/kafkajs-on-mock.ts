import { createRequire } from 'node:module';
import kafkajs, {
  type Kafka,
  type KafkaConfig,
  type LogEntry,
  type Producer,
  type ProducerConfig,
} from 'kafkajs';
import type { MockCluster } from './mock-cluster.js';

const require = createRequire(import.meta.url);

/** How often the client tries again before it gives up. */
export const RETRIES = 2;

/** Few and quick retries: they change how long an error takes to arrive, not how it looks. */
const RETRY = { retries: RETRIES, initialRetryTime: 1, maxRetryTime: 2 };

/**
 * The transaction's own retries take no settings (src/producer/eosManager/index.js: the cluster has no `retry`), but the
 * client's defaults, which depend on NODE_ENV: src/retry/index.js.
 */
for (const defaults of ['kafkajs/src/retry/defaults', 'kafkajs/src/retry/defaults.test']) {
  Object.assign(require(defaults) as object, RETRY);
}

/** The producer ids that a cluster has given. */
const takenIds = new WeakMap<MockCluster, Set<unknown>>();

/**
 * A log that hears of each new producer id. The mock draws them at random, so that of a thousand producers two are likely to get
 * the same (librdkafka, src/rdkafka_mock_handlers.c, rd_kafka_mock_pid_new), which no broker does: then it takes one for the other.
 * The client asks again when what it calls there fails in this way: src/producer/eosManager/index.js, initProducerId.
 */
function askAgainForTaken(cluster: MockCluster): (entry: LogEntry) => void {
  const taken = takenIds.get(cluster) ?? new Set();
  takenIds.set(cluster, taken);
  return ({ log }) => {
    if (log.message !== 'Initialized producer id & epoch') return;
    const id: unknown = log['producerId'];
    if (taken.has(id)) throw Object.assign(new Error('Taken'), { type: 'CONCURRENT_TRANSACTIONS' });
    taken.add(id);
  };
}

export interface KafkaJSOptions {
  /** In milliseconds, how long the client waits for an answer. */
  readonly requestTimeout?: number;
}

/**
 * The class that a program makes its clients with, connected to the cluster whatever brokers the program names. Where the
 * cluster names no controller, `idempotent` is left out: the client would ask the controller for a second producer id at
 * connect, for sends outside of transactions (src/producer/index.js).
 */
export function kafkaOn(cluster: MockCluster, options: KafkaJSOptions = {}): typeof Kafka {
  return class extends kafkajs.Kafka {
    constructor(config: KafkaConfig) {
      super({
        ...config,
        ...options,
        brokers: [...cluster.brokers],
        logLevel: kafkajs.logLevel.DEBUG,
        logCreator: () => askAgainForTaken(cluster),
        retry: RETRY,
      });
    }

    override producer(config: ProducerConfig = {}): Producer {
      const { idempotent, ...rest } = config;
      return super.producer({
        ...rest,
        ...(cluster.namesController && idempotent !== undefined && { idempotent }),
        retry: RETRY,
      });
    }
  };
}
