import { createRequire } from 'node:module';
import ts from 'typescript';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../src/clients/codes/librdkafka.js';
import { moduleShapeOf, neverOccurs, profileOf, spellingsOf, typeOf } from '../../src/clients/index.js';
import { librdkafkaError } from '../../src/clients/rdkafka.js';
import { rows } from '../../src/taxonomy/index.js';
import { loadWithoutBinding, type NativeClient } from './librdkafka-binding.js';
import { isVariant, layersOf } from './observed-error.js';

const require = createRequire(import.meta.url);
const profile = profileOf('rdkafka');

type Done = (error: unknown) => void;

interface Producer {
  connect: (options: object, done: Done) => void;
  initTransactions: (timeout: number, done: Done) => void;
  beginTransaction: (done: Done) => void;
  sendOffsetsToTransaction: (offsets: unknown[], consumer: unknown, timeout: number, done: Done) => void;
  commitTransaction: (timeout: number, done: Done) => void;
  abortTransaction: (timeout: number, done: Done) => void;
  produce: (...args: unknown[]) => unknown;
  emit: (event: string, ...args: unknown[]) => void;
  _client: NativeClient;
}
type ProducerClass = new (config: object) => Producer;

interface RdKafka {
  Producer: ProducerClass;
  HighLevelProducer: ProducerClass;
  KafkaConsumer: new (config: object, topicConfig: object) => object;
  CODES: { ERRORS: Record<string, number> };
}

const PACKAGES = ['node-rdkafka', '@confluentinc/kafka-javascript'] as const;

function memberNames(type: string): string[] {
  return Object.keys(typeOf('rdkafka', type).members);
}

describe.each(PACKAGES)('the tables of %s', (name) => {
  const rdkafka = loadWithoutBinding(name) as RdKafka & Record<string, unknown>;

  it('has its error constants, and no others', () => {
    expect(LIBRDKAFKA_CODES).toEqual(rdkafka.CODES.ERRORS);
  });

  it('has no export for the class of its errors', () => {
    expect(Object.keys(profile.errorClasses)).toEqual(['LibrdKafkaError']);
    expect(rdkafka).not.toHaveProperty('LibrdKafkaError');
  });

  it('has its exports', () => {
    expect(Object.keys(rdkafka)).toEqual(expect.arrayContaining(memberNames('namespace')));
  });

  it.each([
    ['producer', (): object => new rdkafka.Producer({})],
    ['highLevelProducer', (): object => new rdkafka.HighLevelProducer({})],
    ['consumer', (): object => new rdkafka.KafkaConsumer({}, {})],
  ])('has the members of a %s', (type, create) => {
    const value = create();
    // Only Confluent's package has these.
    const some = [
      'setPollInBackground',
      'setTopicKeySerializer',
      'setTopicValueSerializer',
      'setOauthBearerToken',
    ];
    const missing = memberNames(type).filter((member) => !(member in value));
    expect(missing.filter((member) => !some.includes(member))).toEqual([]);
  });

  it('gives errors of the shape in the profile', () => {
    const LibrdKafkaError = require(`${name}/lib/error`) as { create: (error: object | number) => unknown };
    const flags = { isFatal: true, isRetriable: false, isTxnRequiresAbort: false };
    for (const code of [-185, -144, 47, 120, -1]) {
      expect(layersOf(LibrdKafkaError.create(code))).toEqual([librdkafkaError(code)]);
      expect(layersOf(LibrdKafkaError.create({ message: 'message', code, ...flags }))).toEqual([
        librdkafkaError(code, flags),
      ]);
    }
  });

  const transactional = {
    init: (producer: Producer, done: Done) => {
      producer.initTransactions(1, done);
    },
    sendOffsets: (producer: Producer, done: Done) => {
      producer.sendOffsetsToTransaction([], { getClient: () => ({}) }, 1, done);
    },
    commit: (producer: Producer, done: Done) => {
      producer.commitTransaction(1, done);
    },
    abort: (producer: Producer, done: Done) => {
      producer.abortTransaction(1, done);
    },
  };

  const NATIVE_NAMES = {
    init: 'initTransactions',
    sendOffsets: 'sendOffsetsToTransaction',
    commit: 'commitTransaction',
    abort: 'abortTransaction',
  } as const;

  it.each(Object.keys(transactional) as (keyof typeof transactional)[])(
    'hands over an error of %s with its flags',
    async (operation) => {
      const producer = new rdkafka.Producer({});
      const { fields } = librdkafkaError(-144, {
        isFatal: true,
        isRetriable: false,
        isTxnRequiresAbort: false,
      });
      const native = { message: 'fenced', code: -144, ...fields };
      producer._client[NATIVE_NAMES[operation]] = (...args) => {
        (args.at(-1) as Done)(native);
      };
      const error = await new Promise((resolve) => {
        transactional[operation](producer, resolve);
      });
      const fenced = profile
        .variantsOf(operation, 'callback')
        .filter((variant) => isVariant(variant, error))
        .map(({ row }) => row);
      expect(fenced).toContain('InvalidProducerEpochException');
      // AddOffsetsToTxn and TxnOffsetCommit call PRODUCER_FENCED abortable: librdkafka/src/rdkafka_txnmgr.c.
      expect(fenced.includes('ProducerFencedException')).toBe(operation !== 'sendOffsets');
    },
  );

  it('throws from produce, without flags', async () => {
    const producer = new rdkafka.Producer({});
    await new Promise((resolve) => {
      producer.connect({}, resolve);
    });
    producer._client['produce'] = () => -184;
    const thrown = caught(() => producer.produce('topic', null, Buffer.from('value')));
    const [found] = profile.variantsOf('send', 'sync').filter((variant) => isVariant(variant, thrown));
    expect(found).toMatchObject({ row: 'local', beforeSend: true });
  });

  it('throws nothing from the produce of a HighLevelProducer, but calls back', async () => {
    const producer = new rdkafka.HighLevelProducer({});
    await new Promise((resolve) => {
      producer.connect({}, resolve);
    });
    producer._client['produce'] = () => -184;
    const error = await new Promise((resolve) => {
      producer.produce('topic', null, Buffer.from('value'), null, Date.now(), resolve);
    });
    const [found] = profile.variantsOf('send', 'callback').filter((variant) => isVariant(variant, error));
    expect(found).toMatchObject({ row: 'local', beforeSend: true });
    expect(typeOf('rdkafka', 'highLevelProducer').members['produce']).toMatchObject({ style: 'callback' });
    producer.emit('disconnected');
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('It did not throw.');
}

describe('the types of node-rdkafka', () => {
  it('are declared', () => {
    const path = require.resolve('node-rdkafka/index.d.ts');
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    const declared = file.statements.flatMap((statement) =>
      ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)
        ? [statement.name?.text ?? '']
        : [],
    );
    expect(declared).toEqual(
      expect.arrayContaining(Object.keys(moduleShapeOf('node-rdkafka')?.shape.types ?? {})),
    );
  });
});

describe('the errors of librdkafka', () => {
  it('have flags on init, sendOffsets, commit and abort, and on nothing else', () => {
    const flagged = (operation: 'init' | 'begin' | 'send' | 'sendOffsets' | 'commit' | 'abort') =>
      profile
        .variantsOf(operation, 'callback')
        .flatMap(({ layers: [{ classes, fields }] }) =>
          classes[0] === 'LibrdKafkaError' ? ['isFatal' in fields, 'isTxnRequiresAbort' in fields] : [],
        );
    for (const operation of ['init', 'sendOffsets', 'commit', 'abort'] as const) {
      expect(new Set(flagged(operation))).toEqual(new Set([true]));
    }
    for (const operation of ['begin', 'send'] as const) {
      expect(new Set(flagged(operation))).toEqual(new Set([false]));
    }
  });

  it('never ask an abort to be aborted', () => {
    const asking = profile
      .variantsOf('abort', 'callback')
      .filter(({ layers: [{ fields }] }) => fields['isTxnRequiresAbort'] === true);
    expect(asking).toEqual([]);
  });

  it('name fencing by one code only', () => {
    expect(spellingsOf('ProducerFencedException', 'rdkafka').codes).not.toContain(90);
    expect(spellingsOf('ProducerFencedException', 'rdkafka').codes).toContain(LIBRDKAFKA_CODES.ERR__FENCED);
    expect(neverOccurs('rdkafka', 'code', 90)).toBe(true);
    expect(neverOccurs('rdkafka', 'name', 'LibrdKafkaError')).toBe(true);
  });

  it('have a code for every row that the protocol names', () => {
    const codeless = rows.filter(
      ({ id, protocolCode }) => protocolCode !== null && spellingsOf(id, 'rdkafka').codes.length === 0,
    );
    // A duplicate counts as delivered: rd_kafka_handle_Produce_error.
    expect(codeless.map(({ id }) => id)).toEqual(['DuplicateSequenceException']);
  });
});
