import { RuleTester } from '../rule-tester.js';
import { validTransactionalProducer } from '../../src/rules/valid-transactional-producer.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('valid-transactional-producer', validTransactionalProducer, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'has an id that stays the same',
      code: kafkajs(`
export const begin = () => producer.transaction();
`),
    },
    {
      name: 'has an id of the instance',
      code: confluent(`
const own = new KafkaJS.Kafka({}).producer({ kafkaJS: { transactionalId: 'orders-' + process.env.POD_NAME } });
export const begin = () => own.transaction();
`),
    },
    {
      name: 'has an id under its name of librdkafka',
      code: confluent(`
const own = new KafkaJS.Kafka({}).producer({ 'transactional.id': 'orders' });
export const begin = () => own.transaction();
`),
    },
    {
      name: 'has settings from elsewhere',
      code: kafkajs(`
import { settings } from './settings.js';
const own = new Kafka({}).producer(settings);
export const begin = () => own.transaction();
`),
    },
    {
      name: 'begins no transaction',
      code: platformatic(`
const own = new Producer({ clientId: 'orders', bootstrapBrokers: ['kafka:9092'] });
export const publish = (messages) => own.send({ messages });
`),
    },
    {
      name: 'has an id of its configuration',
      code: rdkafka(`
export const start = (done) => producer.initTransactions(done);
`),
    },
    {
      name: 'has a random client id alone',
      code: kafkajs(`
import { randomUUID } from 'node:crypto';
const own = new Kafka({ clientId: randomUUID() }).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
export const begin = () => own.transaction();
`),
    },
    {
      name: 'is one of two that a class is given',
      code: kafkajs(`
class Bus {
  constructor(/** @type {import('kafkajs').Producer} */ producer) { this.producer = producer; }
  tell(messages) { return this.producer.send({ topic: 'orders', messages }); }
  begin() { return this.producer.transaction(); }
}
export const plain = new Bus(new Kafka({}).producer());
export const transactional = new Bus(producer);
`),
    },
    {
      name: 'has an id, which the class of another one has not',
      code: kafkajs(`
class Bus {
  constructor(/** @type {import('kafkajs').Producer} */ producer, /** @type {import('kafkajs').Producer} */ other) {
    this.producer = producer;
    this.other = other;
  }
  begin() { return this.producer.transaction(); }
}
export const bus = new Bus(producer, new Kafka({}).producer());
`),
    },
  ],
  invalid: [
    {
      name: 'has no transactional id',
      code: kafkajs(`
const own = new Kafka({}).producer({ idempotent: true, maxInFlightRequests: 1 });
export const begin = () => own.transaction();
`),
      errors: [{ messageId: 'noId', line: 2, column: 36, endLine: 2, endColumn: 80 }],
    },
    {
      name: 'has no transactional.id',
      code: rdkafka(`
const own = new Kafka.Producer({ 'bootstrap.servers': 'kafka:9092' });
export const start = (done) => own.initTransactions(done);
`),
      errors: [{ messageId: 'noId', line: 2, column: 32, endLine: 2, endColumn: 69 }],
    },
    {
      name: 'has a random id',
      code: kafkajs(`
import { randomUUID } from 'node:crypto';
const own = new Kafka({}).producer({ transactionalId: 'orders-' + randomUUID(), idempotent: true, maxInFlightRequests: 1 });
export const begin = () => own.transaction();
`),
      errors: [{ messageId: 'randomId', line: 3, column: 38, endLine: 3, endColumn: 79 }],
    },
    {
      name: 'has an id of the time',
      code: confluent(`
const own = new KafkaJS.Kafka({}).producer({ kafkaJS: { transactionalId: \`orders-\${Date.now()}\` } });
export const begin = () => own.transaction();
`),
      errors: [{ messageId: 'randomId', line: 2, column: 57, endLine: 2, endColumn: 96 }],
    },
    {
      name: 'leaves the id to Platformatic, which makes a random one',
      code: platformatic(`
const own = new Producer({ clientId: 'orders', bootstrapBrokers: ['kafka:9092'], idempotent: true });
export const begin = () => own.beginTransaction();
`),
      errors: [
        {
          messageId: 'randomByDefault',
          data: { client: '@platformatic/kafka' },
          line: 2,
          column: 26,
          endLine: 2,
          endColumn: 100,
        },
      ],
    },
    {
      name: 'has the id where the Confluent client does not look',
      code: confluent(`
const own = new KafkaJS.Kafka({}).producer({ transactionalId: 'orders' });
export const begin = () => own.transaction();
`),
      errors: [
        {
          messageId: 'misplacedId',
          data: {
            client: '@confluentinc/kafka-javascript',
            setting: 'transactionalId',
            advice: 'Name it `kafkaJS.transactionalId`.',
          },
          line: 2,
          column: 46,
          endLine: 2,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'is not idempotent',
      code: platformatic(`
const own = new Producer({ clientId: 'orders', bootstrapBrokers: ['kafka:9092'], transactionalId: 'orders', idempotent: false });
export const begin = () => own.beginTransaction();
`),
      errors: [
        {
          messageId: 'setting',
          data: { client: '@platformatic/kafka', setting: 'idempotent', value: 'true' },
          line: 2,
          column: 109,
          endLine: 2,
          endColumn: 126,
          suggestions: [
            {
              messageId: 'setRequired',
              data: { setting: 'idempotent', value: 'true' },
              output: platformatic(`
const own = new Producer({ clientId: 'orders', bootstrapBrokers: ['kafka:9092'], transactionalId: 'orders', idempotent: true });
export const begin = () => own.beginTransaction();
`),
            },
          ],
        },
      ],
    },
    {
      name: 'has more than one request in flight',
      code: kafkajs(`
const own = new Kafka({}).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 5 });
export const begin = () => own.transaction();
`),
      errors: [
        {
          messageId: 'setting',
          data: { client: 'kafkajs', setting: 'maxInFlightRequests', value: '1' },
          line: 2,
          column: 83,
          endLine: 2,
          endColumn: 105,
          suggestions: [
            {
              messageId: 'setRequired',
              data: { setting: 'maxInFlightRequests', value: '1' },
              output: kafkajs(`
const own = new Kafka({}).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
export const begin = () => own.transaction();
`),
            },
          ],
        },
      ],
    },
    {
      name: 'has no id in the options of NestJS',
      code: nestjs(`
import { Transport } from '@nestjs/microservices';
const client = new ClientKafka({ producer: { idempotent: true, maxInFlightRequests: 1 } });
export async function begin() {
  const producer: Producer = await client.connect();
  return producer.transaction();
}
`),
      errors: [{ messageId: 'noId', line: 3, column: 44, endLine: 3, endColumn: 88 }],
    },
    ...[
      [
        'through a parameter that is kept',
        'constructor(/** @type {import("kafkajs").Producer} */ p) { this.own = p; }',
        'own',
      ],
      [
        'through a private field',
        '#own; constructor(/** @type {import("kafkajs").Producer} */ p) { this.#own = p; }',
        'own',
      ],
      [
        'in an object that is taken apart',
        'constructor(/** @type {{ own: import("kafkajs").Producer }} */ { own }) { this.own = own; }',
        '{ own }',
      ],
    ].map(([name, maker = '', argument = '']) => ({
      name: `reaches a class ${String(name)}`,
      code: kafkajs(`
class Bus {
  ${maker}
  begin() { return this.${maker.startsWith('#') ? '#' : ''}own.transaction(); }
}
export function busOf() {
  const own = new Kafka({}).producer();
  return new Bus(${argument});
}
`),
      errors: [{ messageId: 'noId' as const, line: 7, column: 15, endLine: 7, endColumn: 39 }],
    })),
  ],
});
