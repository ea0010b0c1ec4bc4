import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { KAFKAJS_ERRORS, UNKNOWN_CODE } from '../../src/clients/codes/kafkajs.js';
import { moduleShapeOf, profileOf, spellingsOf, typeOf } from '../../src/clients/index.js';
import { rows, rowsRaisedBy, type Operation, type Row } from '../../src/taxonomy/index.js';
import { classesOf, rejectionOf, rowsOf } from './observed-error.js';

const require = createRequire(import.meta.url);
const profile = profileOf('kafkajs');

interface ProtocolErrors {
  errorCodes: { code: number; type: string; retriable: boolean }[];
  createErrorFromCode: (code: number) => Error & { type: string; code: number; retriable: boolean };
}
const protocol = require('kafkajs/src/protocol/error') as ProtocolErrors;
const kafkajs = require('kafkajs') as Record<string, unknown> & { Kafka: new (config: object) => KafkaLike };

interface KafkaLike {
  producer: (config?: object) => object;
  consumer: (config: object) => object;
}

function isErrorClass(value: unknown): value is new (...args: unknown[]) => Error {
  return typeof value === 'function' && value.prototype instanceof Error;
}

describe('the tables of kafkajs', () => {
  it('has the protocol errors of the installed package, and no others', () => {
    const installed = Object.fromEntries(
      protocol.errorCodes.map(({ code, type, retriable }) => [code, { type, retriable }]),
    );
    expect(KAFKAJS_ERRORS).toEqual(installed);
  });

  it.each([90, 120, 89, 100])('makes an unknown code of %i', (code) => {
    const { code: reported, type, retriable } = protocol.createErrorFromCode(code);
    expect({ code: reported, type, retriable }).toEqual(UNKNOWN_CODE);
  });

  it('has every export of the installed package', () => {
    expect(Object.keys(typeOf('kafkajs', 'namespace').members).sort()).toEqual(Object.keys(kafkajs).sort());
  });

  it('has every error class of the installed package with its superclasses', () => {
    const installed = Object.fromEntries(
      Object.entries(kafkajs)
        .filter((entry): entry is [string, new () => Error] => isErrorClass(entry[1]))
        .map(([name, { prototype }]) => [name, [name, ...classesOf(prototype as object)]]),
    );
    expect(profile.errorClasses).toEqual(installed);
  });

  it.each([
    [
      'kafka',
      () => Object.getOwnPropertyNames(kafkajs.Kafka.prototype).filter((name) => name !== 'constructor'),
    ],
    ['producer', () => Object.keys(kafka().producer({ transactionalId: 'id' }))],
    ['consumer', () => Object.keys(kafka().consumer({ groupId: 'group' }))],
  ])('has every member of a %s', (type, installed) => {
    expect(Object.keys(typeOf('kafkajs', type).members).sort()).toEqual(installed().sort());
  });

  it('has every member of a transaction', async () => {
    const producer = await producerWith(brokerFailingAt('', () => new Error()).broker);
    const transaction = await producer.transaction();
    expect(Object.keys(typeOf('kafkajs', 'transaction').members).sort()).toEqual(
      Object.keys(transaction).sort(),
    );
  });

  it('names types that the package declares', () => {
    const declared = declaredNames(require.resolve('kafkajs/types/index.d.ts'));
    const named = Object.keys(moduleShapeOf('kafkajs')?.shape.types ?? {});
    // Exported at run time, but left out of the declarations.
    const undeclared = [
      'KafkaJSConnectionClosedError',
      'KafkaJSCreateTopicError',
      'KafkaJSFetcherRebalanceError',
      'KafkaJSInvalidLongError',
      'KafkaJSInvalidVarIntError',
      'KafkaJSInvariantViolation',
      'KafkaJSMemberIdRequired',
      'KafkaJSNoBrokerAvailableError',
    ];
    expect(named.filter((name) => !declared.includes(name)).sort()).toEqual(undeclared);
  });
});

function kafka(): KafkaLike {
  return new kafkajs.Kafka({ brokers: ['localhost:9092'], logLevel: 0 });
}

function declaredNames(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) =>
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
      ? [statement.name?.text ?? '']
      : [],
  );
}

/* The client itself, with a broker that fails where told. */

type Broker = Record<string, (...args: unknown[]) => unknown>;

interface Transaction {
  send: (record: object) => Promise<unknown>;
  sendOffsets: (offsets: object) => Promise<unknown>;
  commit: () => Promise<unknown>;
  abort: () => Promise<unknown>;
}
interface Producer {
  connect: () => Promise<void>;
  transaction: () => Promise<Transaction>;
}

const createProducer = require('kafkajs/src/producer') as (options: object) => Producer;
const Cluster = require('kafkajs/src/cluster') as new (options: object) => {
  brokerPool: Record<string, unknown>;
};
const Logger = require('kafkajs/src/loggers') as { createLogger: (options: object) => object };

const RETRY = { retries: 1, initialRetryTime: 1, maxRetryTime: 2 };

const METADATA = {
  controllerId: 0,
  brokers: [{ nodeId: 0, host: 'broker', port: 9092 }],
  topicMetadata: [{ topic: 'topic', partitionMetadata: [{ partitionId: 0, leader: 0 }] }],
};

async function producerWith(broker: Broker): Promise<Producer> {
  const logger = Logger.createLogger({ level: 0, logCreator: () => () => undefined });
  const cluster = new Cluster({
    logger,
    brokers: ['broker:9092'],
    socketFactory: () => undefined,
    retry: RETRY,
    offsets: new Map(),
  });
  // The transaction's own retries take their settings from here; the client leaves it empty: its defaults, which are slow.
  Object.assign(cluster, { retry: RETRY });
  Object.assign(cluster.brokerPool, {
    brokers: { 0: broker },
    metadata: METADATA,
    metadataExpireAt: Infinity,
    seedBroker: { connectionPool: { host: 'seed', port: 9092 } },
    connect: () => Promise.resolve(),
    removeBroker: () => undefined,
  });
  const producer = createProducer({
    cluster,
    logger,
    idempotent: true,
    transactionalId: 'id',
    retry: RETRY,
    createPartitioner: () => () => 0,
  });
  await producer.connect();
  return producer;
}

function brokerFailingAt(request: string, error: () => Error): { broker: Broker; failFromNow: () => void } {
  let failing = false;
  const answer = (name: string, value: unknown) => () =>
    failing && name === request ? Promise.reject(error()) : Promise.resolve(value);
  const answers: Record<string, unknown> = {
    findGroupCoordinator: { host: 'broker', coordinator: { nodeId: 0 } },
    metadata: METADATA,
    initProducerId: { producerId: 1, producerEpoch: 0 },
    addPartitionsToTxn: {},
    produce: { topics: [] },
    addOffsetsToTxn: {},
    txnOffsetCommit: {},
    endTxn: {},
  };
  const broker: Broker = Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, answer(name, value)]),
  );
  Object.assign(broker, {
    nodeId: 0,
    isConnected: () => true,
    connectionPool: { host: 'broker', port: 9092 },
  });
  return { broker, failFromNow: () => (failing = true) };
}

const RECORD = { topic: 'topic', messages: [{ value: 'value' }] };
const OFFSETS = {
  consumerGroupId: 'group',
  topics: [{ topic: 'topic', partitions: [{ partition: 0, offset: '1' }] }],
};

async function errorOf(operation: Operation, request: string, error: () => Error): Promise<unknown> {
  const { broker, failFromNow } = brokerFailingAt(request, error);
  const producer = await producerWith(broker);
  if (operation === 'begin') {
    failFromNow();
    return rejectionOf(producer.transaction());
  }
  const transaction = await producer.transaction();
  if (operation === 'commit' || operation === 'abort') await transaction.send(RECORD);
  failFromNow();
  switch (operation) {
    case 'send':
      return rejectionOf(transaction.send(RECORD));
    case 'sendOffsets':
      return rejectionOf(transaction.sendOffsets(OFFSETS));
    case 'commit':
      return rejectionOf(transaction.commit());
    case 'abort':
      return rejectionOf(transaction.abort());
    default:
      throw new Error(operation);
  }
}

const REQUESTS: [Operation, string][] = [
  ['begin', 'initProducerId'],
  ['send', 'addPartitionsToTxn'],
  ['send', 'produce'],
  ['sendOffsets', 'addOffsetsToTxn'],
  ['sendOffsets', 'txnOffsetCommit'],
  ['commit', 'endTxn'],
  ['abort', 'endTxn'],
];

describe.each(REQUESTS)('an error of %s, answered to %s', (operation, request) => {
  const answered = rowsRaisedBy(operation)
    .filter(({ protocolCode }) => protocolCode !== null)
    // AddOffsetsToTxn names no topic.
    .filter(({ id }) => request !== 'addOffsetsToTxn' || id !== 'UnknownTopicOrPartitionException');

  it.each(answered.map((row) => [row.id, row] as const))(
    'arrives as the profile says: %s',
    async (id, row) => {
      const error = await errorOf(operation, request, () =>
        protocol.createErrorFromCode(row.protocolCode ?? 0),
      );
      expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain(id);
    },
  );

  it('arrives as unknown when the table lacks its code', async () => {
    const error = await errorOf(operation, request, () => protocol.createErrorFromCode(999));
    expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain('unknown');
  });

  it.each([
    ['KafkaJSRequestTimeoutError', 'TimeoutException'],
    ['KafkaJSConnectionError', 'NetworkException'],
    ['KafkaJSConnectionClosedError', 'NetworkException'],
    ['KafkaJSSASLAuthenticationError', 'AuthenticationException'],
    ['KafkaJSServerDoesNotSupportApiKey', 'UnsupportedVersionException'],
  ])('arrives as the profile says: %s', async (name, row) => {
    const Class = kafkajs[name] as new (message: string, more: object) => Error;
    const error = await errorOf(
      operation,
      request,
      () => new Class('message', { code: 'ECONNRESET', host: 'broker', port: 9092, broker: 'broker:9092' }),
    );
    expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain(row);
  });
});

describe('the search for a coordinator', () => {
  it.each(['begin', 'send', 'sendOffsets', 'commit', 'abort'] as const)(
    'hides why it failed, in %s',
    async (operation) => {
      const error = await errorOf(operation, 'findGroupCoordinator', () => protocol.createErrorFromCode(53));
      const arrived = rowsOf(error, profile.variantsOf(operation, 'promise'));
      expect(arrived).toContain('TransactionalIdAuthorizationException');
      expect(arrived).toContain('CoordinatorNotAvailableException');
    },
  );
});

describe('a state error of the client', () => {
  it('arrives as the profile says after a failed commit', async () => {
    const { broker, failFromNow } = brokerFailingAt('endTxn', () => protocol.createErrorFromCode(47));
    const producer = await producerWith(broker);
    const transaction = await producer.transaction();
    await transaction.send(RECORD);
    failFromNow();
    await rejectionOf(transaction.commit());
    const abortError = await rejectionOf(transaction.abort());
    expect(rowsOf(abortError, profile.variantsOf('abort', 'promise'))).toEqual(['local']);
    const commitError = await rejectionOf(transaction.commit());
    expect(rowsOf(commitError, profile.variantsOf('commit', 'promise'))).toEqual(['local']);
    const beginError = await rejectionOf(producer.transaction());
    expect(rowsOf(beginError, profile.variantsOf('begin', 'promise'))).toEqual(['local']);
    expect(profile.behaviour).toMatchObject({ resumesCommit: false, stuckAfterFailedEnd: true });
  });

  it('arrives as the profile says when offsets lack a group', async () => {
    const producer = await producerWith(brokerFailingAt('', () => new Error()).broker);
    const transaction = await producer.transaction();
    const error = await rejectionOf(transaction.sendOffsets({ topics: [] }));
    expect(rowsOf(error, profile.variantsOf('sendOffsets', 'promise'))).toEqual(['local']);
  });
});

describe('the spellings of kafkajs', () => {
  it('has the table’s type and code for every row with a protocol code', () => {
    const wrong = rows
      .filter((row): row is Row & { protocolCode: number } => row.protocolCode !== null)
      .filter((row) => {
        const known = KAFKAJS_ERRORS[row.protocolCode];
        const { types, codes } = spellingsOf(row.id, 'kafkajs');
        return known
          ? !types.includes(known.type) || !codes.includes(row.protocolCode)
          : types.join() !== UNKNOWN_CODE.type;
      });
    expect(wrong).toEqual([]);
  });
});
