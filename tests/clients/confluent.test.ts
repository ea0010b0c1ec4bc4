import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../src/clients/codes/librdkafka.js';
import { moduleShapeOf, neverOccurs, profileOf, resolveTypeName, typeOf } from '../../src/clients/index.js';
import { rowsRaisedBy, type Operation } from '../../src/taxonomy/index.js';
import { loadWithoutBinding, type NativeClient } from './librdkafka-binding.js';
import { classesOf, rejectionOf, rowsOf } from './observed-error.js';

const require = createRequire(import.meta.url);
const NAME = '@confluentinc/kafka-javascript';
const profile = profileOf('confluent');

interface Producer {
  connect: () => Promise<void>;
  transaction: () => Promise<Producer>;
  send: (record: object) => Promise<unknown>;
  sendOffsets: (offsets: object) => Promise<unknown>;
  commit: () => Promise<unknown>;
  abort: () => Promise<unknown>;
  isActive: () => boolean;
  _getInternalClient: () => { _client: NativeClient; emit: (event: string, ...args: unknown[]) => void };
}
interface KafkaJS {
  Kafka: new (config?: object) => {
    producer: (config?: object) => Producer;
    consumer: (config?: object) => object;
  };
}

const confluent = loadWithoutBinding(NAME) as Record<string, unknown> & {
  KafkaJS: KafkaJS & Record<string, unknown>;
  RdKafka: Record<string, unknown>;
};
const { KafkaJS } = confluent;

function isErrorClass(value: unknown): value is new (...args: unknown[]) => Error {
  return typeof value === 'function' && value.prototype instanceof Error;
}

function memberNames(type: string): string[] {
  return Object.keys(typeOf('confluent', type).members);
}

function methodNames(value: object): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter(
    (name) => name !== 'constructor' && !name.startsWith('_'),
  );
}

function transactionalProducer(): Producer {
  return new KafkaJS.Kafka({ log_level: 0 }).producer({ 'transactional.id': 'id' });
}

describe('the tables of Confluent’s package', () => {
  it('has its exports, and no others', () => {
    expect(memberNames('module').sort()).toEqual(Object.keys(confluent).sort());
  });

  it('has the exports of its KafkaJS API, and no others', () => {
    expect(memberNames('namespace').sort()).toEqual(Object.keys(KafkaJS).sort());
  });

  it('does not have the names that the profile calls absent', () => {
    const { absent = [] } = typeOf('confluent', 'namespace');
    expect(absent).toContain('ErrorCode');
    expect(absent.filter((name) => name in KafkaJS)).toEqual([]);
  });

  it('has its error codes under the name it exports', () => {
    expect(KafkaJS['ErrorCodes']).toEqual(LIBRDKAFKA_CODES);
    expect(KafkaJS).not.toHaveProperty('ErrorCode');
  });

  it('has every error class with its superclasses', () => {
    const installed = Object.fromEntries(
      Object.entries(KafkaJS)
        .filter((entry): entry is [string, new () => Error] => isErrorClass(entry[1]))
        .map(([name, { prototype }]) => [name, [name, ...classesOf(prototype as object)]]),
    );
    expect(profile.errorClasses).toEqual({ ...installed, LibrdKafkaError: ['LibrdKafkaError', 'Error'] });
  });

  it.each([
    ['kafka', (): object => new KafkaJS.Kafka()],
    ['producer', (): object => transactionalProducer()],
  ])('has the members of a %s', (type, create) => {
    const installed = methodNames(create());
    // Declared for every client, but not there on a producer.
    const declaredOnly = ['setSaslCredentialProvider'];
    expect(
      memberNames(type)
        .filter((name) => !declaredOnly.includes(name))
        .sort(),
    ).toEqual(installed.sort());
  });

  it('has members that a consumer has', () => {
    const installed = methodNames(new KafkaJS.Kafka().consumer({ kafkaJS: { groupId: 'group' } }));
    const missing = memberNames('consumer').filter((name) => !installed.includes(name));
    // Declared, but not there.
    expect(missing).toEqual(['storeOffsets', 'setSaslCredentialProvider']);
  });

  it('names types that the package declares', () => {
    const types = join(dirname(require.resolve(`${NAME}/package.json`)), 'types');
    const kafkaJS = declaredNames(join(types, 'kafkajs.d.ts'));
    const rdkafka = declaredNames(join(types, 'rdkafka.d.ts'));
    const named = Object.keys(moduleShapeOf(NAME)?.shape.types ?? {});
    const undeclared = named.filter((name) =>
      name.startsWith('KafkaJS.')
        ? !kafkaJS.includes(name.slice('KafkaJS.'.length))
        : !rdkafka.includes(name.replace('RdKafka.', '')),
    );
    expect(undeclared).toEqual(['KafkaJS.KafkaJSNoBrokerAvailableError']);
  });

  it('leads to the callback API from the top and from RdKafka', () => {
    const { members } = typeOf('confluent', 'module');
    expect(members['HighLevelProducer']).toMatchObject({ constructs: 'rdkafka:highLevelProducer' });
    expect(typeOf('confluent', 'rdkafka:highLevelProducer')).toBe(typeOf('rdkafka', 'highLevelProducer'));
    expect(resolveTypeName('confluent', 'rdkafka:producer')).toEqual({ client: 'rdkafka', name: 'producer' });
    expect(members['RdKafka']).toMatchObject({ type: 'rdkafka:namespace' });
  });
});

function declaredNames(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) =>
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
      ? [statement.name?.text ?? '']
      : [],
  );
}

/* The client itself, with a native part that fails where told. */

type Done = (error: unknown, value?: unknown) => void;

const NATIVE_NAMES: Partial<Record<Operation, string>> = {
  begin: 'beginTransaction',
  sendOffsets: 'sendOffsetsToTransaction',
  commit: 'commitTransaction',
  abort: 'abortTransaction',
};

const CONSUMER = { _getInternalClient: () => ({ getClient: () => ({}) }) };
const OFFSETS = {
  consumer: CONSUMER,
  topics: [{ topic: 'topic', partitions: [{ partition: 0, offset: '1' }] }],
};

async function openTransaction(): Promise<Producer> {
  const producer = transactionalProducer();
  await producer.connect();
  return producer.transaction();
}

async function errorOf(
  operation: 'begin' | 'sendOffsets' | 'commit' | 'abort',
  native: object,
): Promise<unknown> {
  const producer = operation === 'begin' ? transactionalProducer() : await openTransaction();
  if (operation === 'begin') await producer.connect();
  producer._getInternalClient()._client[NATIVE_NAMES[operation] ?? ''] = (...args) => {
    (args.at(-1) as Done)(native);
  };
  switch (operation) {
    case 'begin':
      return rejectionOf(producer.transaction());
    case 'sendOffsets':
      return rejectionOf(producer.sendOffsets(OFFSETS));
    case 'commit':
      return rejectionOf(producer.commit());
    case 'abort':
      return rejectionOf(producer.abort());
  }
}

const nativeError = (code: number) => ({
  message: 'message',
  code,
  isFatal: true,
  isRetriable: true,
  isTxnRequiresAbort: true,
});

describe.each(['sendOffsets', 'commit', 'abort'] as const)('an error of %s', (operation) => {
  const healed = ['InvalidPidMappingException', 'UnknownProducerIdException'];
  const fenced = ['InvalidProducerEpochException', 'ProducerFencedException'];
  const answered = rowsRaisedBy(operation)
    .filter(({ protocolCode }) => protocolCode !== null)
    // The conversion of this code throws: the call never settles.
    .filter(({ id }) => id !== 'CoordinatorNotAvailableException')
    .filter(({ id }) => operation !== 'abort' || !healed.includes(id));

  it.each(answered.map(({ id, protocolCode }) => [id, protocolCode ?? 0] as const))(
    'arrives as the profile says: %s',
    async (id, protocolCode) => {
      const code = fenced.includes(id) ? LIBRDKAFKA_CODES.ERR__FENCED : protocolCode;
      const error = await errorOf(operation, nativeError(code));
      expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain(id);
    },
  );

  it.each([
    ['ERR__TIMED_OUT', 'TimeoutException'],
    ['ERR__TRANSPORT', 'NetworkException'],
    ['ERR__STATE', 'local'],
    ['ERR__CONFLICT', 'local'],
  ] as const)('arrives as the profile says: %s', async (constant, row) => {
    const error = await errorOf(operation, nativeError(LIBRDKAFKA_CODES[constant]));
    expect(rowsOf(error, profile.variantsOf(operation, 'promise'))).toContain(row);
  });
});

describe('Confluent’s producer', () => {
  it('is its own transaction', async () => {
    const producer = transactionalProducer();
    await producer.connect();
    expect(await producer.transaction()).toBe(producer);
    expect(typeOf('confluent', 'producer').members['transaction']).toMatchObject({ returns: 'this' });
  });

  it('rejects connect with the callback API’s error when the initialisation fails', async () => {
    const producer = transactionalProducer();
    const connected = producer.connect();
    producer._getInternalClient()._client['initTransactions'] = (...args) => {
      (args.at(-1) as Done)({ ...nativeError(-144), isRetriable: false, isTxnRequiresAbort: false });
    };
    const error = await rejectionOf(connected);
    expect(rowsOf(error, profile.variantsOf('init', 'promise'))).toContain('ProducerFencedException');
  });

  it('rejects send with the callback API’s error when produce throws', async () => {
    const producer = await openTransaction();
    producer._getInternalClient()._client['produce'] = () => LIBRDKAFKA_CODES.ERR__QUEUE_FULL;
    const error = await rejectionOf(producer.send({ topic: 'topic', messages: [{ value: 'value' }] }));
    expect(rowsOf(error, profile.variantsOf('send', 'promise'))).toEqual(['local']);
  });

  it('rejects send with its own error when the delivery fails', async () => {
    const producer = await openTransaction();
    const client = producer._getInternalClient();
    client._client['produce'] = (...args) => {
      setImmediate(() => {
        client.emit('delivery-report', new Error('message'), { opaque: args[5] });
      });
      return 0;
    };
    const sent = producer.send({ topic: 'topic', messages: [{ value: 'value' }] });
    const error = await rejectionOf(sent);
    expect(classesOf(error as object)).toEqual(['KafkaJSError', 'Error']);
  });

  it('rejects arguments of kafkajs', async () => {
    const producer = await openTransaction();
    const error = await rejectionOf(producer.sendOffsets({ consumerGroupId: 'group', topics: [] }));
    expect(rowsOf(error, profile.variantsOf('sendOffsets', 'promise'))).toEqual(['local']);
  });

  it('never sets the flags of an error', async () => {
    const producer = await openTransaction();
    const error = await rejectionOf(producer.sendOffsets({ consumerGroupId: 'group', topics: [] }));
    const flags = Object.entries(error as object).flatMap(([name, value]) => (value === false ? [name] : []));
    expect(flags.toSorted()).toEqual(profile.behaviour.alwaysFalse.toSorted());
    for (const flag of profile.behaviour.alwaysFalse) expect(neverOccurs('confluent', flag, true)).toBe(true);
  });

  it('takes the transactional id from the Kafka object, too', async () => {
    const producer = new KafkaJS.Kafka({ 'transactional.id': 'id', log_level: 0 }).producer();
    await producer.connect();
    await producer.transaction();
    expect(producer.isActive()).toBe(true);
    expect(profile.transactional.inheritsFromKafka).toBe(true);
  });
});
