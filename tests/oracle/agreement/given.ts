import type { ClientId } from '../../../src/clients/index.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import type { Running } from '../run.js';

/* Things of the clients that a program is given by somebody outside. */

type Settings = Readonly<Record<string, unknown>>;
type Class = new (settings: Settings) => object;
type Method = (...args: unknown[]) => unknown;

const BROKERS = ['broker:9092'];
const WITH_ID = { transactionalId: 'given', idempotent: true };
const PLATFORMATIC_SETTINGS = { ...WITH_ID, clientId: 'given', bootstrapBrokers: BROKERS, retries: 2 };
const WITH_RAW_ID = { 'bootstrap.servers': 'broker:9092', 'transactional.id': 'given' };

/** A client, where there is such a thing. */
export function clientOf(client: ClientId, run: Running): unknown {
  switch (client) {
    case 'kafkajs': {
      const { Kafka } = run.moduleOf('kafkajs') as { Kafka: Class };
      return new Kafka({ brokers: BROKERS });
    }
    case 'confluent': {
      const { KafkaJS } = run.moduleOf('@confluentinc/kafka-javascript') as { KafkaJS: { Kafka: Class } };
      return new KafkaJS.Kafka({ kafkaJS: { brokers: BROKERS } });
    }
    default:
      return undefined;
  }
}

/**
 * Makes a producer.
 *
 * @param type - The type that the client's profile has for it.
 */
export function producerOf(client: ClientId, type: string, run: Running): unknown {
  const kafka = clientOf(client, run) as { producer: Method } | undefined;
  switch (client) {
    case 'kafkajs':
      return kafka?.producer({ ...WITH_ID, maxInFlightRequests: 1 });
    case 'confluent':
      return kafka?.producer({ kafkaJS: WITH_ID });
    case 'rdkafka': {
      const { Producer, HighLevelProducer } = run.moduleOf('node-rdkafka') as Readonly<Record<string, Class>>;
      const Made = type === 'highLevelProducer' ? HighLevelProducer : Producer;
      return Made && new Made(WITH_RAW_ID);
    }
    case 'platformatic': {
      const { Producer } = run.moduleOf('@platformatic/kafka') as { Producer: Class };
      return new Producer(PLATFORMATIC_SETTINGS);
    }
  }
}

/** What a class is made with that takes its constructor from a client's producer. */
export function settingsOf(Class: unknown, clients: ReadonlySet<ClientId>, run: Running): readonly unknown[] {
  const extendsOneOf = (specifier: string): boolean => {
    const { Producer, HighLevelProducer } = run.moduleOf(specifier) as Readonly<Record<string, unknown>>;
    return isBelow(Class, Producer) || isBelow(Class, HighLevelProducer);
  };
  if (clients.has('rdkafka') && ['node-rdkafka', '@confluentinc/kafka-javascript'].some(extendsOneOf))
    return [WITH_RAW_ID];
  return clients.has('platformatic') && extendsOneOf('@platformatic/kafka') ? [PLATFORMATIC_SETTINGS] : [];
}

const isBelow = (Class: unknown, other: unknown): boolean => {
  if (other === undefined) return false;
  for (let at = Class; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown)
    if (at === other) return true;
  return false;
};

export function consumerOf(client: ClientId, run: Running): unknown {
  if (client === 'platformatic') {
    const { Consumer } = run.moduleOf('@platformatic/kafka') as { Consumer: Class };
    return new Consumer({ groupId: 'given', clientId: 'given', bootstrapBrokers: BROKERS });
  }
  if (client === 'rdkafka') {
    const { KafkaConsumer } = run.moduleOf('node-rdkafka') as { KafkaConsumer: Class };
    return new KafkaConsumer({});
  }
  const kafka = clientOf(client, run) as { consumer: Method } | undefined;
  return kafka?.consumer({ groupId: 'given' });
}

/**
 * Has a producer done what it takes until it can begin.
 *
 * @param does - What the program does itself.
 * @returns Whether it takes a while.
 */
export function makeReady(
  client: ClientId,
  producer: object,
  does: ReadonlySet<Operation | 'connect'>,
): boolean {
  const call = producer as Readonly<Record<string, Method>>;
  if (client === 'confluent') {
    if (does.has('init') || does.has('connect')) return false;
    const connected = call['connect']?.() as Promise<void>;
    connected.then(() => does.has('begin') || call['transaction']?.()).catch(() => undefined);
    return true;
  }
  if (client !== 'rdkafka' || does.has('connect')) return false;
  const initialise = (): void => {
    if (does.has('init')) return;
    call['initTransactions']?.(1000, () => {
      if (!does.has('begin')) call['beginTransaction']?.(() => undefined);
    });
  };
  if (call['isConnected']?.() === true) initialise();
  else call['connect']?.({}, initialise);
  return true;
}
