import { resolve } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { moduleShapeOf } from '../../src/clients/index.js';
import { analysisOf } from '../../src/flow/analysis.js';
import plugin from '../../src/index.js';
import {
  CLIENT_MODULES,
  settingsOf,
  type ExportSetting,
  type KafkaTransactionsSettings,
} from '../../src/model/settings.js';

const cwd = resolve('/repository');
const linter = new Linter({ cwd });

/** The reports of all rules on a TypeScript file, as `line rule`. */
function lint(code: string, settings: unknown, filename = 'src/orders.ts'): string[] {
  const messages = linter.verify(
    code,
    [
      { files: ['**/*.ts'], languageOptions: { parser } },
      plugin.configs.strict,
      { settings: { 'kafka-transactions': settings } },
    ],
    resolve(cwd, filename),
  );
  return messages.map(({ ruleId, line, message }) => {
    if (ruleId === null) throw new SyntaxError(message);
    return `${line} ${ruleId.replace('kafka-transactions/', '')}`;
  });
}

/** A file that gets a transaction from a module, swallows what a send raises and commits. */
const swallowing = (imports: string, begin: string): string => `${imports}
export async function record(value: string) {
  const tx = ${begin};
  try {
    await tx.send({ topic: 'orders', messages: [{ value }] });
  } catch (error) {
    console.error(error);
  }
  await tx.commit();
}
`;
const SWALLOWED = ['6 no-commit-after-failed-send'];

/** The same without the mistake. */
const guarded = (imports: string, begin: string): string => `${imports}
export async function record(value: string) {
  const tx = ${begin};
  try {
    await tx.send({ topic: 'orders', messages: [{ value }] });
  } catch (error) {
    await tx.abort().catch(() => undefined);
    throw error;
  }
  await tx.commit();
}
`;

describe('wrong settings', () => {
  const CLIENTS =
    'one of kafkajs, @nestjs/microservices, @confluentinc/kafka-javascript, ' +
    '@confluentinc/kafka-javascript/lib/kafkajs, node-rdkafka, @platformatic/rdkafka, @platformatic/kafka';
  const CATEGORIES =
    'one of producer-retriable, producer-refresh-retriable, producer-abortable, application-recoverable, ' +
    'invalid-configuration';
  const FUNCTION = "the name of a function, such as 'failJob' or 'audit.note'";
  const KAFKAJS =
    'one of producer, transaction, kafka, consumer, Kafka, Producer, Transaction, Consumer, EachBatchPayload';
  const root = "settings['kafka-transactions']";
  const exported = (setting: unknown) => ({
    modules: { './kafka': { client: 'kafkajs', exports: { tx: setting } } },
  });
  const tx = `${root}.modules['./kafka'].exports['tx']`;

  it.each<[unknown, string]>([
    [null, `${root} is null, but must be an object with the keys modules, errors, surface, log, types.`],
    [[], `${root} is [], but must be an object with the keys modules, errors, surface, log, types.`],
    [{ module: {} }, `${root} has the key module, which is not one of modules, errors, surface, log, types.`],
    [{ modules: ['./kafka'] }, `${root}.modules is ["./kafka"], but must be an object.`],
    [{ modules: { './kafka': 'kafka' } }, `${root}.modules['./kafka'] is "kafka", but must be ${CLIENTS}.`],
    [
      { modules: { './kafka': true } },
      `${root}.modules['./kafka'] is true, but must be an object with the keys client, exports.`,
    ],
    [
      { modules: { './kafka': { client: 'kafkajs', export: {} } } },
      `${root}.modules['./kafka'] has the key export, which is not one of client, exports.`,
    ],
    [
      { modules: { './kafka': { exports: {} } } },
      `${root}.modules['./kafka'].client is undefined, but must be ${CLIENTS}.`,
    ],
    [
      { modules: { './kafka': { client: 'kafkajs', exports: [] } } },
      `${root}.modules['./kafka'].exports is [], but must be an object.`,
    ],
    [
      exported('producer'),
      `${tx} is "producer", but must be an object with the keys is, returns, resolves, passes, type, class.`,
    ],
    [
      exported({}),
      `${tx} is {}, but must be an object with one of is, returns, resolves, passes, type, class.`,
    ],
    [
      exported({ is: 'producer', returns: 'producer' }),
      `${tx} is {"is":"producer","returns":"producer"}, but must be an object with one of is, returns, resolves, passes, type, class.`,
    ],
    [
      exported({ gives: 'producer' }),
      `${tx} has the key gives, which is not one of is, returns, resolves, passes, type, class.`,
    ],
    [exported({ resolves: 'tx' }), `${tx}.resolves is "tx", but must be ${KAFKAJS}.`],
    [exported({ type: () => 'producer' }), `${tx}.type is a function, but must be ${KAFKAJS}.`],
    [
      { modules: { './kafka': { client: 'node-rdkafka', exports: { kafka: { is: 'kafka' } } } } },
      `${root}.modules['./kafka'].exports['kafka'].is is "kafka", but must be one of producer, transaction, consumer, ` +
        'Producer, HighLevelProducer, KafkaConsumer.',
    ],
    [exported({ class: {} }), `${tx}.class.members is undefined, but must be an object.`],
    [exported({ class: { fields: {} } }), `${tx}.class has the key fields, which is not one of members.`],
    [
      exported({ class: { members: { begin: { class: { members: {} } } } } }),
      `${tx}.class.members['begin'] has the key class, which is not one of is, returns, resolves, passes.`,
    ],
    [
      exported({ class: { members: { begin: { resolves: 'tx' } } } }),
      `${tx}.class.members['begin'].resolves is "tx", but must be ${KAFKAJS}.`,
    ],
    [{ errors: 'all' }, `${root}.errors is "all", but must be an object with the keys classes, codes.`],
    [{ errors: { names: {} } }, `${root}.errors has the key names, which is not one of classes, codes.`],
    [{ errors: { classes: ['Fenced'] } }, `${root}.errors.classes is ["Fenced"], but must be an object.`],
    [
      { errors: { classes: { Fenced: 'fatal' } } },
      `${root}.errors.classes['Fenced'] is "fatal", but must be ${CATEGORIES}.`,
    ],
    [{ errors: { codes: { 47: 47 } } }, `${root}.errors.codes['47'] is 47, but must be ${CATEGORIES}.`],
    [{ surface: 'failJob' }, `${root}.surface is "failJob", but must be an array; each item is ${FUNCTION}.`],
    [{ surface: ['failJob', 'fail job'] }, `${root}.surface[1] is "fail job", but must be ${FUNCTION}.`],
    [{ log: {} }, `${root}.log is {}, but must be an array; each item is ${FUNCTION}.`],
    [{ log: [/note/] }, `${root}.log[0] is {}, but must be ${FUNCTION}.`],
    [{ types: 'yes' }, `${root}.types is "yes", but must be true or false.`],
  ])('%j', (settings, message) => {
    expect(() => settingsOf(settings)).toThrow(new Error(message));
  });

  it('are told when a file is linted, whatever is in the file', () => {
    expect(() => lint('export const nothing = 0;', { types: 1 })).toThrow(
      `${root}.types is 1, but must be true or false.`,
    );
  });
});

it('the plugin’s own declarations say what may stand in the settings', () => {
  type Settings = NonNullable<(typeof plugin)['configs']['recommended']['settings']>;
  const right: Settings = { 'kafka-transactions': { modules: { './kafka': 'kafkajs' }, log: ['note'] } };
  // @ts-expect-error -- no such category
  const wrong: Settings = { 'kafka-transactions': { errors: { codes: { E_SLOW: 'slow' } } } };

  expect(() => settingsOf(right['kafka-transactions'])).not.toThrow();
  expect(() => settingsOf(wrong['kafka-transactions'])).toThrow();
});

it('every module that a setting can name is a client’s', () => {
  expect(CLIENT_MODULES.filter((name) => !moduleShapeOf(name))).toEqual([]);
});

it('the settings of several configurations are joined', () => {
  const messages = linter.verify(
    swallowing("import { begin } from './kafka';", 'await begin()'),
    [
      { files: ['**/*.ts'], languageOptions: { parser } },
      plugin.configs.strict,
      { settings: { 'kafka-transactions': { log: ['audit.note'] } } },
      {
        settings: {
          'kafka-transactions': {
            modules: { '**/kafka': { client: 'kafkajs', exports: { begin: { resolves: 'transaction' } } } },
          },
        },
      },
    ],
    resolve(cwd, 'src/orders.ts'),
  );

  expect(messages.map(({ line, ruleId }) => `${line} ${ruleId?.split('/')[1] ?? ''}`)).toEqual(SWALLOWED);
});

it('a file is analysed once, and anew for other settings', () => {
  lint(swallowing("import { begin } from './kafka';", 'await begin()'), undefined);
  const sourceCode = linter.getSourceCode() as unknown as Parameters<typeof analysisOf>[0];
  const at = (settings: unknown) => ({
    filename: resolve(cwd, 'src/orders.ts'),
    cwd,
    settings: { 'kafka-transactions': settings },
  });
  const named = {
    modules: { './src/kafka': { client: 'kafkajs', exports: { begin: { resolves: 'transaction' } } } },
  };
  const found = analysisOf(sourceCode, at(named));

  expect(found?.findings).toHaveLength(1);
  expect(analysisOf(sourceCode, at(named))).toBe(found);
  expect(analysisOf(sourceCode, at({}))).toBeUndefined();
});

describe('modules', () => {
  const re = (specifier: string): string => `import { Kafka } from '${specifier}';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });`;
  const begin = 'await producer.transaction()';
  const found = ['7 no-commit-after-failed-send'];

  it('are not clients by themselves', () => {
    expect(lint(swallowing(re('./kafka'), begin), undefined)).toEqual([]);
  });

  it.each([
    ['a package', '@acme/kafka', '@acme/kafka', 'src/orders.ts'],
    ['a file, from the working directory', './src/kafka', './kafka', 'src/orders.ts'],
    ['a file with its extension', './src/kafka.ts', './kafka.js', 'src/orders.ts'],
    ['a folder', './src/kafka', '../kafka/index.js', 'src/orders/place.ts'],
    ['any file of a name', '**/kafka', '../../lib/kafka.js', 'src/orders/place.ts'],
    ['an alias of a path', '**/kafka', '@/infrastructure/kafka', 'src/orders.ts'],
    ['packages of a scope', '@acme/*-kafka', '@acme/billing-kafka', 'src/orders.ts'],
  ])('%s stands for a client: %s as %s', (_, key, specifier, filename) => {
    const settings = { modules: { [key]: 'kafkajs' } };

    expect(lint(swallowing(re(specifier), begin), settings, filename)).toEqual(found);
    expect(lint(guarded(re(specifier), begin), settings, filename)).toEqual([]);
  });

  it.each([
    ['another package', '@acme/kafka', '@acme/kafka-legacy', 'src/orders.ts'],
    ['a file of the same name elsewhere', './src/kafka', './kafka', 'src/orders/place.ts'],
    ['a longer name', '**/kafka', './not-kafka', 'src/orders.ts'],
    ['a folder below', '@acme/*', '@acme/kafka/producer', 'src/orders.ts'],
    ['what a dot would stand for in a pattern', '**/kafka.client*', './kafka-client', 'src/orders.ts'],
  ])('%s does not: %s as %s', (_, key, specifier, filename) => {
    expect(lint(swallowing(re(specifier), begin), { modules: { [key]: 'kafkajs' } }, filename)).toEqual([]);
  });

  it('the same file is judged anew by other settings', () => {
    const code = swallowing(re('./kafka'), begin);

    expect(lint(code, { modules: { './src/kafka': 'kafkajs' } })).toEqual(found);
    expect(lint(code, { modules: { './src/queue': 'kafkajs' } })).toEqual([]);
  });

  it('are required, too', () => {
    const code = swallowing(
      `const { Kafka } = require('./kafka');
const producer = new Kafka({}).producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });`,
      begin,
    );

    expect(lint(code, { modules: { './src/kafka': 'kafkajs' } })).toEqual(found);
  });
});

describe('what a wrapper exports', () => {
  const wrapper = (
    exports: Record<string, ExportSetting>,
    client: (typeof CLIENT_MODULES)[number] = 'kafkajs',
  ): KafkaTransactionsSettings => ({ modules: { '@acme/kafka': { client, exports } } });

  it.each<[string, string, string, Record<string, ExportSetting>]>([
    [
      'a producer',
      "import { producer } from '@acme/kafka';",
      'await producer.transaction()',
      { producer: { is: 'producer' } },
    ],
    [
      'a producer by default',
      "import producer from '@acme/kafka';",
      'await producer.transaction()',
      { default: { is: 'producer' } },
    ],
    [
      'a producer of the module as a whole',
      "import * as kafka from '@acme/kafka';",
      'await kafka.producer.transaction()',
      { producer: { is: 'producer' } },
    ],
    [
      'a function that returns a producer',
      "import { openProducer } from '@acme/kafka';",
      'await openProducer().transaction()',
      { openProducer: { returns: 'producer' } },
    ],
    [
      'a function that returns a promise of a producer',
      "import { openProducer } from '@acme/kafka';",
      'await (await openProducer()).transaction()',
      { openProducer: { resolves: 'producer' } },
    ],
    [
      'a Kafka',
      "import { kafka } from '@acme/kafka';\nconst producer = kafka.producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });".replace(
        '\n',
        ' ',
      ),
      'await producer.transaction()',
      { kafka: { is: 'kafka' } },
    ],
    [
      'a function that begins a transaction',
      "import { begin } from '@acme/kafka';",
      'await begin()',
      { begin: { resolves: 'transaction' } },
    ],
    [
      'an instance of a class',
      "import { KafkaService } from '@acme/kafka';",
      'await new KafkaService().producer.transaction()',
      { KafkaService: { class: { members: { producer: { is: 'producer' } } } } },
    ],
    [
      "an instance's method",
      "import { KafkaService } from '@acme/kafka';",
      'await new KafkaService().begin()',
      { KafkaService: { class: { members: { begin: { resolves: 'transaction' } } } } },
    ],
    [
      "a type of the client's own that is re-exported",
      "import type { Producer } from '@acme/kafka'; declare const producer: Producer;",
      'await producer.transaction()',
      { unused: { is: 'consumer' } },
    ],
  ])('%s', (_, imports, begin, exports) => {
    expect(lint(swallowing(imports, begin), wrapper(exports))).toEqual(SWALLOWED);
    expect(lint(guarded(imports, begin), wrapper(exports))).toEqual([]);
  });

  it('a parameter of a type', () => {
    const code = (body: string): string => `import type { Tx } from '@acme/kafka';
export async function record(tx: Tx, value: string) {
  ${body}
}
`;
    const settings = wrapper({ Tx: { type: 'transaction' } });

    expect(
      lint(
        code(`for (let attempt = 1; ; attempt += 1) {
    try { await tx.send({ topic: 'orders', messages: [{ value }] }); return; }
    catch (error) { if (attempt === 3) throw error; }
  }`),
        settings,
      ),
    ).toEqual(['3 no-transactional-send-retry']);
    expect(lint(code(`await tx.send({ topic: 'orders', messages: [{ value }] });`), settings)).toEqual([]);
  });

  const injected = (ending: string, heading = ''): string => `import { KafkaService } from '@acme/kafka';
export class Orders ${heading} {
  constructor(private readonly kafka: KafkaService) { }
  async record(value: string) {
    const tx = await this.kafka.begin();
    try {
      await tx.send({ topic: 'orders', messages: [{ value }] });
${ending}
  }
}
`;
  const service = wrapper({
    KafkaService: {
      class: { members: { producer: { is: 'producer' }, begin: { resolves: 'transaction' } } },
    },
  });

  it('an injected service', () => {
    const wrong =
      '      await tx.commit();\n    } catch (error) { await tx.abort().catch(() => undefined); throw error; }';
    const right =
      '    } catch (error) { await tx.abort().catch(() => undefined); throw error; }\n    await tx.commit();';

    expect(lint(injected(wrong), service)).toEqual(['9 no-abort-after-commit']);
    expect(lint(injected(right), service)).toEqual([]);
  });

  it('what a base class has', () => {
    const code = (handler: string): string => `import { KafkaService } from '@acme/kafka';
export class Orders extends KafkaService {
  async record(value: string) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'orders', messages: [{ value }] });
    } catch (error) {
      ${handler}
    }
    await tx.commit();
  }
}
`;

    expect(lint(code('console.error(error);'), service)).toEqual(['7 no-commit-after-failed-send']);
    expect(lint(code('await tx.abort().catch(() => undefined); throw error;'), service)).toEqual([]);
  });

  it('a service with one producer begins its transactions on it', () => {
    const code = (sends: string): string => `import { KafkaService } from '@acme/kafka';
export async function record(kafka: KafkaService, value: string) {
  const tx = await kafka.begin();
  try {
    await ${sends}.send({ topic: 'orders', messages: [{ value }] });
  } catch (error) {
    await tx.abort().catch(() => undefined);
    throw error;
  }
  await tx.commit();
}
`;

    expect(lint(code('kafka.producer'), service)).toEqual(['5 no-operation-outside-transaction']);
    expect(lint(code('tx'), service)).toEqual([]);
  });

  it('a function that passes a transaction to the one it is given', () => {
    const work = (body: string): string => `async (tx) => { ${body} }`;
    const retried = work(`
  for (let attempt = 1; ; attempt += 1) {
    try { await tx.send({ topic: 'orders', messages: [] }); return; }
    catch (error) { if (attempt === 3) throw error; }
  }`);
    const once = work(`await tx.send({ topic: 'orders', messages: [] });`);
    const inline = (fn: string): string =>
      `import { withTransaction } from '@acme/kafka';\nexport const record = () => withTransaction(${fn});`;
    const named = (fn: string): string =>
      `import { withTransaction } from '@acme/kafka';\nconst work = ${fn};\nexport const record = () => withTransaction(work);`;
    const settings = wrapper({ withTransaction: { passes: 'transaction' } });

    expect(lint(inline(retried), settings)).toEqual(['3 no-transactional-send-retry']);
    expect(lint(named(retried), settings)).toEqual(['3 no-transactional-send-retry']);
    expect(lint(inline(once), settings)).toEqual([]);
    expect(lint(named(once), settings)).toEqual([]);
  });

  it('a transaction begun in a loop is another one each time', () => {
    const code = `import { begin } from '@acme/kafka';
export async function record(values: string[]) {
  for (const value of values) {
    const tx = await begin();
    try {
      await tx.send({ topic: 'orders', messages: [{ value }] });
    } catch (error) {
      await tx.abort().catch(() => undefined);
      throw error;
    }
    await tx.commit();
  }
}
`;

    expect(lint(code, wrapper({ begin: { resolves: 'transaction' } }))).toEqual([]);
  });

  it('a producer made anew for each attempt is another one each time', () => {
    const code = `import { openProducer } from '@acme/kafka';
export async function record(values: string[]) {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const producer = await openProducer();
    try {
      await producer.connect();
      return;
    } catch (error) {
      await producer.disconnect();
      if (attempt === 3) throw error;
    }
  }
}
`;

    expect(
      lint(
        code,
        wrapper({ openProducer: { resolves: 'producer' } }, '@confluentinc/kafka-javascript/lib/kafkajs'),
      ),
    ).toEqual([]);
  });

  it('an instance of a class of the file that extends one', () => {
    const code = (handler: string): string => `import { KafkaService } from '@acme/kafka';
class Orders extends KafkaService { }
export async function record(value: string) {
  const tx = await new Orders().begin();
  try {
    await tx.send({ topic: 'orders', messages: [{ value }] });
  } catch (error) {
    ${handler}
  }
  await tx.commit();
}
`;

    expect(lint(code('console.error(error);'), service)).toEqual(['7 no-commit-after-failed-send']);
    expect(lint(code('await tx.abort().catch(() => undefined); throw error;'), service)).toEqual([]);
  });

  it('a producer that replaces the one that failed', () => {
    const code = (replacement: string): string => `import { openProducer } from '@acme/kafka';
let producer = openProducer();
export async function connect() {
  try {
    await producer.connect();
  } catch (error) {
    console.error(error);
    ${replacement}
  }
}
`;
    const settings = wrapper(
      { openProducer: { returns: 'producer' } },
      '@confluentinc/kafka-javascript/lib/kafkajs',
    );

    expect(lint(code(''), settings)).toEqual(['6 require-application-recoverable-path']);
    expect(lint(code('producer = openProducer();'), settings)).toEqual([]);
  });

  it('operations of a client whose transaction is its producer', () => {
    const settings = wrapper(
      { begin: { resolves: 'transaction' } },
      '@confluentinc/kafka-javascript/lib/kafkajs',
    );

    expect(lint(swallowing("import { begin } from '@acme/kafka';", 'await begin()'), settings)).toEqual(
      SWALLOWED,
    );
    expect(lint(guarded("import { begin } from '@acme/kafka';", 'await begin()'), settings)).toEqual([]);
  });

  it('a name of Nest’s own', () => {
    const settings = wrapper({ client: { is: 'ClientKafka' } }, '@nestjs/microservices');
    const imports = "import { client } from '@acme/kafka';";

    expect(lint(swallowing(imports, 'await client.producer.transaction()'), settings)).toEqual(SWALLOWED);
  });

  it('other names are left alone', () => {
    const code = swallowing(
      "import { openSession } from '@acme/kafka';",
      'await openSession().transaction()',
    );

    expect(lint(code, wrapper({ openProducer: { returns: 'producer' } }))).toEqual([]);
  });
});

describe('errors', () => {
  const code = (test: string, imports = ''): string => `import type { Transaction } from 'kafkajs';
${imports}
export async function record(tx: Transaction, value: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await tx.send({ topic: 'orders', messages: [{ value }] });
      return;
    } catch (error) {
      if (!(${test})) throw error;
    }
  }
}
`;
  const settings: KafkaTransactionsSettings = {
    errors: {
      classes: { SlowError: 'producer-retriable', FencedError: 'application-recoverable' },
      codes: {
        E_SLOW: 'producer-retriable',
        E_FENCED: 'application-recoverable',
        1047: 'application-recoverable',
      },
    },
  };
  const retried = ['4 no-transactional-send-retry'];

  it.each([
    ['a class', 'error instanceof SlowError', retried],
    ['a class of another category', 'error instanceof FencedError', []],
    ["a class's name", "error.name === 'SlowError'", retried],
    ['a code', "error.code === 'E_SLOW'", retried],
    ['a code of another category', "error.code === 'E_FENCED'", []],
    ['a code among others', "['E_SLOW', 'E_FENCED'].includes(error.code)", retried],
    ['a number', 'error.code === 1047', []],
    ['either', "error instanceof FencedError || error.type === 'E_SLOW'", retried],
  ])('%s stands for the rows of its category', (_, test, expected) => {
    const reports = lint(code(test, "import { FencedError, SlowError } from './errors';"), settings);

    expect(reports.filter((report) => report.endsWith('no-transactional-send-retry'))).toEqual(expected);
  });

  it('a class of the file counts when it is named', () => {
    const own = 'class SlowError extends Error {}';

    expect(lint(code('error instanceof SlowError', own), settings)).toEqual(retried);
    expect(lint(code('error instanceof SlowError', own), {})).toEqual([]);
  });

  it('a code that no client has is no dead check when it is named', () => {
    expect(lint(code("error.code === 'E_FENCED'"), {})).toEqual(['9 no-dead-error-check']);
    expect(lint(code("error.code === 'E_FENCED'"), settings)).not.toContain('9 no-dead-error-check');
  });

  it('a code of a category that the operation does not raise is no dead check either', () => {
    const begin = `import type { Producer } from 'kafkajs';
export async function begin(producer: Producer) {
  try {
    return await producer.transaction();
  } catch (error) {
    if (error.code === 'E_ABORT') throw new Error('abort', { cause: error });
    throw error;
  }
}
`;

    expect(lint(begin, {})).toEqual(['6 no-dead-error-check']);
    expect(lint(begin, { errors: { codes: { E_ABORT: 'producer-abortable' } } })).toEqual([]);
  });

  it('an unknown error is of no class', () => {
    const commit = (otherwise: string): string => `import type { Transaction } from 'kafkajs';
export async function finish(tx: Transaction) {
  try {
    await tx.commit();
  } catch (error) {
    if (error instanceof FencedError) throw error;
    ${otherwise}
  }
}
`;

    expect(lint(commit('console.error(error);'), settings)).toEqual([
      '5 require-application-recoverable-path',
    ]);
    expect(lint(commit('throw new Error("commit", { cause: error });'), settings)).toEqual([]);
  });

  it('an abortable class has no place around an abort', () => {
    const abort = `import type { Transaction } from 'kafkajs';
import { MustAbort } from './errors';
export async function undo(tx: Transaction) {
  try {
    await tx.abort();
  } catch (error) {
    if (error instanceof MustAbort) return;
    throw error;
  }
}
`;
    const named = { errors: { classes: { MustAbort: 'producer-abortable' } } };

    expect(lint(abort, named)).toEqual(['7 no-abortable-handling-around-abort']);
    expect(lint(abort, {})).toEqual([]);
  });
});

describe('surface and log', () => {
  const code = (handler: string, before = ''): string => `import type { Transaction } from 'kafkajs';
${before}
export async function finish(tx: Transaction) {
  try {
    await tx.commit();
  } catch (error) {
    ${handler}
  }
}
`;
  const SWALLOWS = ['6 require-application-recoverable-path'];

  it.each([
    ['a function', "metrics.count('failed');", ['metrics.count'], "import { metrics } from './metrics';"],
    ['a function without its owner', "this.metrics.count('failed');", ['count'], ''],
    [
      'what looks like a logger',
      'logger.error(error);',
      ['logger.error'],
      "import { logger } from './logger';",
    ],
    [
      'a function of the file',
      'note(error);',
      ['note'],
      'let last: unknown; function note(e: unknown) { void e; }',
    ],
  ])('surface: %s', (_, handler, surface, before) => {
    expect(lint(code(handler, before), {})).toEqual(SWALLOWS);
    expect(lint(code(handler, before), { surface })).toEqual([]);
  });

  it('surface: a function that is given as a handler', () => {
    const chain = `import type { Transaction } from 'kafkajs';
import { logger } from './logger';
export const finish = (tx: Transaction) => tx.commit().catch(logger.error);
`;

    expect(lint(chain, {})).toEqual(['3 require-application-recoverable-path']);
    expect(lint(chain, { surface: ['logger.error'] })).toEqual([]);
  });

  it('surface: a function of the file that is given as a handler', () => {
    const chain = `import type { Transaction } from 'kafkajs';
const failures: string[] = [];
function note(error: unknown) { console.error(error); failures.push('commit'); }
export const finish = (tx: Transaction) => tx.commit().catch(note);
`;

    expect(lint(chain, {})).toHaveLength(1);
    expect(lint(chain, { surface: ['note'] })).toEqual([]);
  });

  it.each([
    ['a function', 'audit.note(error);', ['audit.note']],
    ['a function of any owner', 'services.audit.note(error);', ['note']],
    ['a function that is given more', "audit.note('commit', { error });", ['audit.note']],
  ])('log: %s', (_, handler, log) => {
    const before = "import { audit, services } from './audit';";

    expect(lint(code(handler, before), {})).toEqual([]);
    expect(lint(code(handler, before), { log })).toEqual(SWALLOWS);
    expect(lint(code(handler, before), { log: ['other.note', 'audit'] })).toEqual([]);
  });
});

describe('types', () => {
  it('without type information it is said what to configure', () => {
    expect(() => lint('export const nothing = 0;', { types: true })).toThrow(
      "settings['kafka-transactions'].types is true (the preset recommended-type-checked sets it), but the parser gives no " +
        'type information for this file. Lint it with ESLint (oxlint has none), parse it with typescript-eslint and set ' +
        'languageOptions.parserOptions.projectService to true (https://typescript-eslint.io/getting-started/typed-linting), or ' +
        'leave the file to the preset recommended.',
    );
  });

  it('the preset switches them on', () => {
    expect(plugin.configs['recommended-type-checked'].settings).toEqual({
      'kafka-transactions': { types: true },
    });
    expect(plugin.configs.recommended.settings).toBeUndefined();
  });
});
