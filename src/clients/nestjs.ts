import type { ApiType, MethodMember, ModuleShape, TypeExports } from './profile.js';

/*
 * NestJS wraps kafkajs: its modules are modules of the kafkajs profile, and the types below name that profile's.
 * Sources: paths in @nestjs/microservices 12.1.1.
 */

const promise: MethodMember = { is: 'method', style: 'promise' };
const sync: MethodMember = { is: 'method', style: 'sync' };

/** client/client-kafka.js. Closing it closes its producer. */
const CLIENT = {
  kind: 'context',
  members: {
    producer: { is: 'value', type: 'producer', optional: true },
    consumer: { is: 'value', type: 'consumer', optional: true },
    connect: { ...promise, returns: 'producer' },
    close: { ...promise, operation: 'close' },
    createClient: { ...promise, returns: 'kafka' },
    unwrap: { ...sync, returns: 'kafka' },
    commitOffsets: { ...promise, role: 'consumer-commit' },
    subscribeToResponseOf: sync,
    // client/client-kafka.js, dispatchEvent: sends through its producer at once.
    emit: { ...sync, role: 'outside-send' },
    emitBatch: { ...sync, role: 'outside-send' },
    send: sync,
  },
} as const satisfies ApiType;

export const NEST_TYPES = {
  nestNamespace: {
    kind: 'namespace',
    members: {
      // client/client-kafka.js, connect: the producer is made with options.producer.
      ClientKafka: { is: 'class', constructs: 'nestClient', producerSettings: ['producer'] },
      ServerKafka: { is: 'class', constructs: 'nestServer' },
      KafkaContext: { is: 'class', constructs: 'nestContext' },
    },
  },
  nestClient: CLIENT,
  // server/server-kafka.js: unwrap gives [client, consumer, producer].
  nestServer: {
    kind: 'context',
    members: { unwrap: { ...sync, returns: 'nestServerParts' }, close: promise },
  },
  nestServerParts: {
    kind: 'context',
    members: {
      0: { is: 'value', type: 'kafka' },
      1: { is: 'value', type: 'consumer' },
      2: { is: 'value', type: 'producer' },
    },
  },
  // ctx-host/kafka.context.js
  nestContext: {
    kind: 'context',
    members: {
      getProducer: { ...sync, returns: 'producer' },
      getConsumer: { ...sync, returns: 'consumer' },
      getMessage: { ...sync, record: 'given' },
      getTopic: sync,
      getPartition: sync,
      getHeartbeat: sync,
    },
  },
  nestInterface: { kind: 'namespace', members: {} },
} as const satisfies Readonly<Record<string, ApiType>>;

const EXPORTS: TypeExports = {
  ClientKafka: 'nestClient',
  ClientKafkaProxy: 'nestClient',
  ServerKafka: 'nestServer',
  KafkaContext: 'nestContext',
};

/** external/kafka.interface.d.ts repeats kafkajs's types; at run time the module has none of the classes. */
const INTERFACE: ModuleShape = {
  namespace: 'nestInterface',
  types: {
    Kafka: 'kafka',
    Producer: 'producer',
    Transaction: 'transaction',
    Consumer: 'consumer',
    Admin: 'other',
  },
  records: ['KafkaMessage'],
};

const NEST: ModuleShape = { namespace: 'nestNamespace', types: EXPORTS };

/** The package's exports map allows deep paths with and without an extension. */
export const NEST_MODULES: Readonly<Record<string, ModuleShape>> = {
  '@nestjs/microservices': NEST,
  '@nestjs/microservices/client': NEST,
  '@nestjs/microservices/client/client-kafka': NEST,
  '@nestjs/microservices/client/client-kafka.js': NEST,
  '@nestjs/microservices/ctx-host': NEST,
  '@nestjs/microservices/ctx-host/kafka.context': NEST,
  '@nestjs/microservices/ctx-host/kafka.context.js': NEST,
  '@nestjs/microservices/interfaces': NEST,
  '@nestjs/microservices/server': NEST,
  '@nestjs/microservices/server/server-kafka': NEST,
  '@nestjs/microservices/server/server-kafka.js': NEST,
  '@nestjs/microservices/external/kafka.interface': INTERFACE,
  '@nestjs/microservices/external/kafka.interface.js': INTERFACE,
};
