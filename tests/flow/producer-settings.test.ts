import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

const rule = 'valid-transactional-producer';

const used = `
export async function publish(value) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'out', messages: [{ value }] });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;

/** A kafkajs program whose producer is made with the given expression. */
const kafkajs = (made: string, before = '') => `
import { Kafka } from 'kafkajs';
import crypto, { randomUUID } from 'node:crypto';
import { pid } from 'node:process';
import { v4 as uuid, v5 } from 'uuid';
import { config, defaults, idFor } from './config.mjs';
const kafka = new Kafka({ brokers: ['kafka:9092'] });
${before}
const producer = ${made};
${used}
`;

const withId = (id: string) =>
  kafkajs(`kafka.producer({ transactionalId: ${id}, idempotent: true, maxInFlightRequests: 1 })`);

/** A program of the Confluent KafkaJS API. */
const confluent = (kafka: string, producer: string) => `
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { config } from './config.mjs';
const kafka = new KafkaJS.Kafka(${kafka});
const producer = kafka.producer(${producer});
${used}
`;

describe('producers that are made well, or out of view', () => {
  it.each([
    "'orders'",
    'process.env.ID',
    '`orders-${process.env.HOSTNAME}`',
    'process.env.ID ?? randomUUID()',
    'process.env.ID ? process.env.ID : `orders-${randomUUID()}`',
    'idFor(randomUUID())',
    "v5('orders', 'namespace')",
    'new Date(2020, 1, 1).toISOString()',
  ])('leaves the id %s alone', (id) => {
    expect(reported(rule, withId(id))).toEqual([]);
  });

  it.each([
    'kafka.producer(config)',
    'kafka.producer({ ...config })',
    'kafka.producer({ ...defaults, idempotent: true })',
    'kafka.producer({ transactionalId: randomUUID(), ...config })',
    'kafka.producer({ idempotent: false, ...config })',
    "kafka.producer({ transactionalId: 'p', idempotent: config.idempotent, maxInFlightRequests: config.max })",
    'kafka.producer(config.producer)',
    'kafka.producer(...config)',
    'createProducer(config)',
  ])('leaves %s alone', (made) => {
    expect(reported(rule, kafkajs(made, "import { createProducer } from './kafka.mjs';"))).toEqual([]);
  });

  it.each([
    "const options = { idempotent: true, maxInFlightRequests: 1 }; options.transactionalId = 'p';",
    'const options = { idempotent: true, maxInFlightRequests: 1 }; Object.assign(options, config);',
    'const options = { idempotent: true, maxInFlightRequests: 1 }; identify(options); function identify(o) { o.transactionalId = 1; }',
    "const options = Object.assign({ transactionalId: 'p' }, config);",
    "let options = { idempotent: true }; if (config.x) options = { transactionalId: 'p' };",
  ])('leaves an object alone that changes: %s', (before) => {
    expect(reported(rule, kafkajs('kafka.producer(options)', before))).toEqual([]);
  });

  it('leaves a producer alone that begins no transaction here', () => {
    const code = `
import { Kafka } from 'kafkajs';
export const producer = new Kafka({ brokers: ['kafka:9092'] }).producer();
export const publish = (value) => producer.send({ topic: 'out', messages: [{ value }] });
`;
    expect(reported(rule, code)).toEqual([]);
  });

  it.each([
    ['{}', "{ kafkaJS: { transactionalId: 'p' } }"],
    ['{}', "{ 'transactional.id': 'p' }"],
    ["{ kafkaJS: { transactionalId: 'p' } }", '{}'],
    ["{ 'transactional.id': 'p' }", ''],
    ['config', '{ kafkaJS: { allowAutoTopicCreation: false } }'],
    ['{}', "{ kafkaJS: { ...config }, 'linger.ms': 5 }"],
  ])('leaves the Confluent settings %s and %s alone', (kafka, producer) => {
    expect(reported(rule, confluent(kafka, producer))).toEqual([]);
  });

  it('leaves the settings of rdkafka alone', () => {
    const code = `
const { Producer } = require('node-rdkafka');
const producer = new Producer({ 'transactional.id': process.env.ID, 'bootstrap.servers': 'kafka' }, {}, {});
exports.open = (done) => producer.initTransactions(5000, done);
`;
    expect(reported(rule, code, 'program.js')).toEqual([]);
  });
});

describe('ids that are not there or not the same over restarts', () => {
  it.each([
    'kafka.producer()',
    'kafka.producer({})',
    'kafka.producer({ idempotent: true, maxInFlightRequests: 1 })',
    'kafka.producer({ idempotent: true, maxInFlightRequests: 1, transactionalId: undefined })',
    "kafka.producer({ idempotent: true, maxInFlightRequests: 1, 'transactional.id': 'p' })",
    'kafka.producer(Object.freeze({ idempotent: true }))',
    'kafka.producer(Object.assign({}, plain, { maxInFlightRequests: 1 }))',
    'kafka.producer({ ...plain })',
    'kafka.producer(plain)',
    'kafka.producer(options())',
    'make(plain)',
  ])('reports %s', (made) => {
    const before = `
const plain = { idempotent: true };
const options = () => ({ ...plain, maxInFlightRequests: 1 });
function make(settings) { return kafka.producer(settings); }
`;
    expect(reported(rule, kafkajs(made, before))).toHaveLength(1);
  });

  it.each([
    'randomUUID()',
    '`orders-${crypto.randomUUID()}`',
    "'orders-' + uuid()",
    '`orders-${Math.random().toString(36).slice(2)}`',
    '`orders-${Date.now()}`',
    '`orders-${new Date().toISOString()}`',
    '`orders-${+new Date()}`',
    '`orders-${process.pid}`',
    '`orders-${pid}`',
    "['orders', process.env.POD, uuid()].join('-')",
    "'orders'.concat(String(Date.now()))",
    "crypto.randomBytes(8).toString('hex')",
    "crypto.createHash('sha1').update(randomUUID()).digest('hex')",
    'process.env.DEV ? randomUUID() : `x-${uuid()}`',
    'suffixed("orders")',
    'instance',
    'INSTANCE.id',
  ])('reports the id %s', (id) => {
    const code = withId(id).replace(
      'const producer',
      `const suffixed = (name) => \`\${name}-\${instance}\`;
const instance = randomUUID();
const INSTANCE = { id: instance };
const producer`,
    );
    expect(reported(rule, code)).toEqual([expect.stringContaining('transactionalId')]);
  });

  it('reports settings that are looked up by a constant', () => {
    const code = (profile: string): string => `
import { Kafka } from 'kafkajs';
const PROFILES = {
  durable: { idempotent: true, maxInFlightRequests: 1 },
  exact: { transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 },
};
const settingsOf = (profile) => ({ retry: { retries: 3 }, ...PROFILES[profile] });
const producer = new Kafka({ brokers: ['kafka:9092'] }).producer(settingsOf('${profile}'));
export async function publish(value) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'out', messages: [{ value }] });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(rule, code('durable'))).toHaveLength(1);
    expect(reported(rule, code('exact'))).toEqual([]);
  });

  it('reports an id that a field or a parameter brings', () => {
    const code = `
import { Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
const kafka = new Kafka({ brokers: ['kafka:9092'] });
const make = (id) => kafka.producer({
  transactionalId: id,
  idempotent: true,
  maxInFlightRequests: 1,
});
export class Publisher {
  #instance = randomUUID();
  #first = make(\`a-\${randomUUID()}\`);
  #second = kafka.producer({
    transactionalId: \`b-\${this.#instance}\`, idempotent: true, maxInFlightRequests: 1 });
  async publish(value) {
    for (const producer of [this.#first, this.#second]) {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'out', messages: [{ value }] });
      } catch (error) {
        await tx.abort();
        throw error;
      }
      await tx.commit();
    }
  }
}
`;
    expect(reported(rule, code)).toEqual([
      'transactionalId: id,',
      'transactionalId: `b-${this.#instance}`, idempotent: true, maxInFlightRequests: 1 });',
    ]);
  });

  it.each([
    ['{}', '{}'],
    ["{ 'bootstrap.servers': 'kafka' }", '{ kafkaJS: { idempotent: true } }'],
    ['{}', "{ transactionalId: 'p' }"],
    ['config', "{ transactionalId: 'p' }"],
    ['{}', '{ kafkaJS: { transactionalId: `p-${Date.now()}` } }'],
    ['{}', "{ kafkaJS: { transactionalId: 'p', idempotent: false } }"],
  ])('reports the Confluent settings %s and %s', (kafka, producer) => {
    expect(reported(rule, confluent(kafka, producer))).toHaveLength(1);
  });

  it('reports what Platformatic makes up, and a producer of rdkafka that is not transactional', () => {
    const platformatic = `
import { Producer } from '@platformatic/kafka';
const producer = new Producer({ clientId: 'c', bootstrapBrokers: ['kafka:9092'], idempotent: true });
export const begin = () => producer.beginTransaction();
`;
    expect(reported(rule, platformatic)).toHaveLength(1);
    const rdkafka = `
const Kafka = require('node-rdkafka');
const producer = new Kafka.HighLevelProducer({ transactionalId: 'p' });
exports.open = (done) => producer.initTransactions(done);
`;
    expect(reported(rule, rdkafka, 'program.js')).toHaveLength(1);
  });

  it('reports the settings of a NestJS client, whichever way its producer is reached', () => {
    const nest = (way: string) => `
import { ClientKafka } from '@nestjs/microservices';
const client = new ClientKafka({ client: { brokers: ['kafka:9092'] }, producer: { idempotent: true, maxInFlightRequests: 1 } });
export async function begin() {
  const producer = ${way};
  return producer.transaction();
}
`;
    expect(reported(rule, nest('await client.connect()'))).toHaveLength(1);
    expect(reported(rule, nest('client.producer'))).toHaveLength(1);
  });
});

describe('settings that transactions need', () => {
  it.each([
    "{ transactionalId: 'p' }",
    "{ transactionalId: 'p', idempotent: true }",
    "{ transactionalId: 'p', idempotent: true, maxInFlightRequests: 5 }",
    "{ transactionalId: 'p', idempotent: false, maxInFlightRequests: 1 }",
    "{ ...config, transactionalId: 'p', maxInFlightRequests: 5 }",
  ])('reports %s', (settings) => {
    expect(reported(rule, kafkajs(`kafka.producer(${settings})`))).toHaveLength(1);
  });
});

describe('a producer that the file makes for others', () => {
  const program = (id: string, given: string) => `
import { randomUUID } from 'node:crypto';
import { Kafka${given === 'Producer' ? ', Producer' : ''} } from 'kafkajs';
export const provider = {
  useFactory: async (config) => {
    const kafka = new Kafka({ brokers: config.brokers });
    const producer = kafka.producer({ transactionalId: ${id}, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    return producer;
  },
};
export class Publisher {
  constructor(private readonly producer: ${given}) {}
  async publish(messages) {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({ topic: 't', messages });
    } catch (error) {
      await transaction.abort().catch(console.warn);
      throw error;
    }
    await transaction.commit();
  }
}
`;
  const random = '`orders-${randomUUID()}`';

  it('needs an id that lasts where transactions begin on one that comes from somewhere', () => {
    expect(reported(rule, program(random, 'Producer'), 'program.ts')).toHaveLength(1);
    expect(reported(rule, program("'orders'", 'Producer'), 'program.ts')).toEqual([]);
  });

  it('is none of the rule’s where none begins', () => {
    expect(reported(rule, program(random, 'Database'), 'program.ts')).toEqual([]);
  });
});

describe('settings that are held somewhere', () => {
  const SETTINGS = "{ transactionalId: 't', idempotent: false, maxInFlightRequests: 1 }";
  const program = (before: string, settings: string): string => `
import { Kafka, type ProducerConfig } from 'kafkajs';
const kafka = new Kafka({ brokers: ['kafka:9092'] });
${before}
const producer = kafka.producer(${settings});
${used.replaceAll('(value)', '(value: string)')}
`;
  const HOLDERS: readonly (readonly [string, string, string])[] = [
    [
      'a namespace',
      `namespace Config { export const producer = ${SETTINGS} satisfies ProducerConfig; }`,
      'Config.producer',
    ],
    ['a static field', `class Config { static readonly producer = ${SETTINGS}; }`, 'Config.producer'],
  ];
  it.each(HOLDERS)('are those of %s', (_, before, settings) => {
    expect(reported(rule, program(before, settings), 'program.ts')).toEqual([before]);
    // Who changes them may have mended them.
    expect(
      reported(rule, program(`${before}\nConfig.producer.idempotent = true;`, settings), 'program.ts'),
    ).toEqual([]);
    expect(
      reported(rule, program(`${before}\nObject.assign(Config.producer, kafka);`, settings), 'program.ts'),
    ).toEqual([]);
    const mending =
      'const mend = (settings: ProducerConfig) => { settings.idempotent = true; }; mend(Config.producer);';
    expect(reported(rule, program(`${before}\n${mending}`, settings), 'program.ts')).toEqual([]);
  });

  it('are those of a field', () => {
    const inClass = (field: string, constructor = ''): string => `
import { Kafka, type Producer, type ProducerConfig } from 'kafkajs';
export class Service {
  ${field}
  readonly #kafka = new Kafka({ brokers: ['kafka:9092'] });
  readonly #producer: Producer;
  constructor(isMended: boolean) {
    ${constructor}
    this.#producer = this.#kafka.producer({ ...this.settings });
  }
${used.replace('export async function publish(value)', '  async publish(value: string)').replaceAll('producer.tr', 'this.#producer.tr')}
}
`;
    const field = `private settings: ProducerConfig = ${SETTINGS};`;
    expect(reported(rule, inClass(field), 'program.ts')).toEqual([field]);
    expect(
      reported(
        rule,
        inClass(field, 'if (isMended) this.settings = { ...this.settings, idempotent: true };'),
        'program.ts',
      ),
    ).toEqual([]);
    const given = `this.settings = ${SETTINGS};`;
    expect(reported(rule, inClass('private settings: ProducerConfig;', given), 'program.ts')).toEqual([
      given,
    ]);
  });
});
