import { loadLibrdkafka, type Librdkafka } from './librdkafka.js';

/** Keys of the requests that a transactional producer sends. Source: Kafka's protocol guide, "Api Keys". */
export const API_KEYS = {
  Produce: 0,
  Metadata: 3,
  FindCoordinator: 10,
  InitProducerId: 22,
  AddPartitionsToTxn: 24,
  AddOffsetsToTxn: 25,
  EndTxn: 26,
  TxnOffsetCommit: 28,
} as const;

export type RequestName = keyof typeof API_KEYS;

/** Answered with it, the mock closes the connection instead: RD_KAFKA_RESP_ERR__TRANSPORT. */
export const CONNECTION_LOST = -195;

/** More than any client repeats a request here. */
const ALWAYS = 500;

/** A Kafka cluster in this process, on loopback ports. Errors of the protocol are given by their codes. */
export interface MockCluster {
  /** Of librdkafka. */
  readonly version: string;
  readonly brokers: readonly string[];
  /** Does its metadata name a controller? */
  readonly namesController: boolean;
  createTopic(topic: string, partitions?: number): void;
  /** Answers the next requests of that name with these codes, one each; 0 is no error. */
  answer(request: RequestName, codes: readonly number[]): void;
  /** Answers every request of that name with the code, until it is told to answer as usual. */
  answerAlways(request: RequestName, code: number): void;
  answerAsUsual(request: RequestName): void;
  /** Carries out the next request of that name at a broker (counted from 1), but answers it that many milliseconds later. */
  answerLate(request: RequestName, broker: number, milliseconds: number): void;
  takeDown(broker: number): void;
  /** Takes up to a second: the mock's thread looks up no more often. */
  stop(): Promise<void>;
}

/** What has to be done before a mock cluster can be started here; undefined when it can. */
export function mockClusterMissing(): string | undefined {
  const loaded = loadLibrdkafka();
  return 'missing' in loaded
    ? `librdkafka cannot be loaded (${loaded.missing}). Install it (Debian: apt-get install librdkafka1, macOS: brew install librdkafka), or name its file in the variable LIBRDKAFKA.`
    : undefined;
}

function succeed(call: string, code: number): void {
  if (code !== 0) throw new Error(`${call} failed with ${code}`);
}

const PRODUCER = 0;

function newClient(librdkafka: Librdkafka) {
  const settings = librdkafka.newSettings();
  // A client of its own keeps the cluster; it has no brokers and would warn of that.
  succeed('rd_kafka_conf_set', librdkafka.set(settings, 'log_level', '0', null, 0));
  return librdkafka.newClient(PRODUCER, settings, null, 0);
}

/** Starts a cluster. Throws where librdkafka is missing; see {@link mockClusterMissing}. */
export function startMockCluster(brokers = 1): MockCluster {
  const loaded = loadLibrdkafka();
  if ('missing' in loaded) throw new Error(mockClusterMissing());
  const { librdkafka } = loaded;
  const client = newClient(librdkafka);
  const cluster = librdkafka.newCluster(client, brokers);
  librdkafka.setController?.(cluster, 1);
  const answer = (request: RequestName, codes: readonly number[]) => {
    librdkafka.pushErrors(cluster, API_KEYS[request], codes.length, Int32Array.from(codes));
  };
  const answerAsUsual = (request: RequestName) => {
    librdkafka.clearErrors(cluster, API_KEYS[request]);
  };
  return {
    version: librdkafka.version(),
    brokers: librdkafka.addresses(cluster).split(','),
    namesController: librdkafka.setController !== undefined,
    answer,
    answerAsUsual,
    answerAlways(request, code) {
      answerAsUsual(request);
      answer(request, new Array<number>(ALWAYS).fill(code));
    },
    answerLate(request, broker, milliseconds) {
      succeed(
        'rd_kafka_mock_broker_push_request_error_rtts',
        librdkafka.pushBrokerError(cluster, broker, API_KEYS[request], 1, 'int', 0, 'int', milliseconds),
      );
    },
    createTopic(topic, partitions = 1) {
      succeed('rd_kafka_mock_topic_create', librdkafka.createTopic(cluster, topic, partitions, 1));
    },
    takeDown(broker) {
      succeed('rd_kafka_mock_broker_set_down', librdkafka.setDown(cluster, broker));
    },
    stop: () =>
      new Promise((resolve) => {
        librdkafka.destroyCluster.async(cluster, () => {
          librdkafka.destroyClient(client);
          resolve();
        });
      }),
  };
}
