import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

const rule = 'valid-transaction-call';

const MADE = {
  kafkajs: `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'g' });
const producer = kafka.producer({ transactionalId: 'p', idempotent: true, maxInFlightRequests: 1 });`,
  confluent: `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'g' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'p' } });`,
  rdkafka: `
import Kafka from 'node-rdkafka';
import { promisify } from 'node:util';
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'g' });
const producer = new Kafka.Producer({ 'transactional.id': 'p' });`,
  platformatic: `
import { Consumer, Producer } from '@platformatic/kafka';
const consumer = new Consumer({ groupId: 'g' });
const producer = new Producer({ idempotent: true, transactionalId: 'p' });`,
} as const;

type Client = keyof typeof MADE;

/** The statements that are reported inside a function that has a producer, a consumer and what it is given. */
const inside = (client: Client, statements: string) =>
  reported(
    rule,
    `${MADE[client]}
import { imported } from './elsewhere.mjs';
export async function run(value, offset, done, topics) {
${statements}
}
`,
  );

describe('calls that the client has and understands', () => {
  it.each<[Client, string]>([
    ['kafkajs', 'return producer.transaction();'],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.commit();'],
    ['kafkajs', 'imported(await producer.transaction());'],
    ['kafkajs', 'await producer.transaction().then((tx) => tx.commit());'],
    ['kafkajs', 'await producer.transaction().then(imported);'],
    ['kafkajs', 'await Promise.all([producer.transaction()]).then(imported);'],
    [
      'kafkajs',
      "const tx = await producer.transaction(); await tx.sendOffsets({ consumerGroupId: 'g', topics });",
    ],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.sendOffsets(offset);'],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.sendOffsets({ ...offset, topics });'],
    ['kafkajs', 'if (producer.beginTransaction) await producer.beginTransaction(); else imported();'],
    ['kafkajs', 'await producer.beginTransaction?.();'],
    ['kafkajs', 'producer.commitTransaction = imported; await producer.commitTransaction();'],
    ['kafkajs', 'imported.producer.beginTransaction();'],
    [
      'confluent',
      'await producer.transaction(); await producer.sendOffsets({ consumer, topics }); await producer.commit();',
    ],
    [
      'confluent',
      'const tx = await producer.transaction(); await tx.sendOffsets({ consumer: value, topics }); await tx.commit();',
    ],
    ['rdkafka', 'producer.beginTransaction(done);'],
    ['rdkafka', 'producer.commitTransaction(5000, (error) => done(error));'],
    ['rdkafka', 'producer.sendOffsetsToTransaction(topics, consumer, 5000, done);'],
    [
      'rdkafka',
      'producer.sendOffsetsToTransaction([{ topic: value, partition: 0, offset }], consumer, done);',
    ],
    ['rdkafka', 'await promisify(producer.beginTransaction).call(producer);'],
    ['rdkafka', 'const begin = promisify(producer.beginTransaction.bind(producer)); await begin();'],
    [
      'rdkafka',
      'await new Promise((resolve, reject) => producer.abortTransaction(5000, (e) => (e ? reject(e) : resolve())));',
    ],
    ['rdkafka', 'producer.abortTransaction(...value);'],
    ['rdkafka', 'producer.disconnect();'],
    [
      'platformatic',
      'const tx = await producer.beginTransaction(); await tx.addConsumer(consumer); await tx.addOffset(value); await tx.commit();',
    ],
    ['platformatic', 'producer.beginTransaction({}, (error, tx) => tx.commit(done));'],
    ['platformatic', 'const tx = await producer.beginTransaction(value); await tx.commit();'],
    ['platformatic', 'await producer.beginTransaction(); await producer.transaction.commit();'],
  ])('%s: %s', (client, statements) => {
    expect(inside(client, statements)).toEqual([]);
  });
});

describe('calls that it does not have, or understands otherwise', () => {
  it.each<[Client, string, number]>([
    ['kafkajs', 'await producer.transaction();', 1],
    ['kafkajs', 'void producer.transaction();', 1],
    ['kafkajs', 'producer.transaction().then(() => producer.send({ messages: [{ value }] }));', 1],
    ['kafkajs', 'await producer.transaction().catch(imported);', 1],
    ['kafkajs', 'await producer.transaction(async (tx) => { await tx.commit(); });', 1],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.commit(() => done());', 1],
    ['kafkajs', 'await producer.beginTransaction(); await producer.commitTransaction();', 2],
    [
      'kafkajs',
      'const tx = await producer.transaction(); await tx.sendOffsetsToTransaction(topics, consumer); await tx.commit();',
      1,
    ],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.sendOffsets({ consumer, topics });', 1],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.sendOffsets(topics, consumer);', 0],
    [
      'kafkajs',
      'const tx = await producer.transaction(); await tx.sendOffsets([{ topic: value, partition: 0, offset }]);',
      1,
    ],
    [
      'kafkajs',
      "const tx = await producer.transaction(); await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic: value, partition: 0, offset }] });",
      1,
    ],
    ['kafkajs', 'const tx = await producer.transaction(); await tx.sendOffsets();', 1],
    ['confluent', 'await producer.transaction(async () => { await producer.send(value); });', 1],
    ['platformatic', 'producer.beginTransaction((error, tx) => tx.commit(done));', 1],
    ['platformatic', 'await new Promise((resolve) => producer.beginTransaction(() => resolve()));', 1],
    ['confluent', 'await producer.beginTransaction(); await producer.commitTransaction();', 2],
    [
      'confluent',
      "await producer.transaction(); await producer.sendOffsets({ consumerGroupId: 'g', topics }); await producer.commit();",
      1,
    ],
    [
      'confluent',
      "await producer.transaction(); await producer.sendOffsets({ consumerGroupId: 'g', consumer, topics }); await producer.commit();",
      1,
    ],
    ['rdkafka', 'await producer.beginTransaction(); await producer.commitTransaction(5000);', 2],
    ['rdkafka', 'producer.initTransactions(5000);', 1],
    ['rdkafka', 'await producer.transaction(); await producer.commit();', 2],
    ['rdkafka', "producer.sendOffsetsToTransaction(topics, 'group', 5000, done);", 1],
    ['rdkafka', 'producer.sendOffsetsToTransaction(consumer, topics, 5000, done);', 1],
    [
      'rdkafka',
      'producer.sendOffsetsToTransaction([{ topic: value, partitions: [{ partition: 0, offset }] }], consumer, done);',
      1,
    ],
    ['rdkafka', 'await producer.sendOffsetsToTransaction(topics, consumer);', 1],
    ['platformatic', 'await producer.beginTransaction();', 1],
    ['platformatic', 'const tx = await producer.transaction(); await tx.commit();', 1],
    [
      'platformatic',
      'const tx = await producer.beginTransaction(); await tx.sendOffsets({ consumer, topics });',
      1,
    ],
    ['platformatic', "const tx = await producer.beginTransaction(); await tx.addConsumer('g');", 1],
    [
      'platformatic',
      'const tx = await producer.beginTransaction(); await tx.addOffset({ topic: value, partition: 0, offset });',
      1,
    ],
  ])('%s: %s', (client, statements, count) => {
    const lines = inside(
      client,
      statements.replaceAll('; await', ';\nawait').replaceAll(';await', ';\nawait'),
    );
    expect(lines).toHaveLength(count);
  });

  it('says once, of the call itself, what follows from it', () => {
    const code = `${MADE.kafkajs}
export async function publish(value) {
  await producer.transaction();
  await producer.send({ topic: 'out', messages: [{ value }] });
}
export async function begin(value) {
  await producer.beginTransaction();
  try {
    await producer.send({ topic: 'out', messages: [{ value }] });
  } catch (error) {
    await producer.abortTransaction();
    throw error;
  }
  await producer.commitTransaction();
}
`;
    expect(reported(rule, code)).toEqual([
      'await producer.transaction();',
      'await producer.beginTransaction();',
      'await producer.abortTransaction();',
      'await producer.commitTransaction();',
    ]);
    for (const other of ['no-operation-outside-transaction', 'require-transaction-end'])
      expect(reported(other, code)).toEqual([]);
  });
});

describe('error tests that throw', () => {
  const confluent = (test: string) => `
const { Kafka, ErrorCode, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;
const { KafkaJS } = require('@confluentinc/kafka-javascript');
const producer = new Kafka({}).producer({ 'transactional.id': 'p' });
exports.publish = async (value) => {
  await producer.transaction();
  try {
    await producer.send({ topic: 'out', messages: [{ value }] });
  } catch (error) {
    await producer.abort().catch(console.error);
    if (${test}) await producer.disconnect();
    throw error;
  }
  await producer.commit();
};
`;

  it('leaves the table alone that the client exports', () => {
    expect(
      reported('no-dead-error-check', confluent('error.code === ErrorCodes.ERR__FENCED'), 'a.js'),
    ).toEqual([]);
  });

  it.each(['error.code === ErrorCode.ERR__FENCED', 'KafkaJS.ErrorCode.ERR__FENCED === error.code'])(
    'reports %s',
    (test) => {
      expect(reported('no-dead-error-check', confluent(test), 'a.js')).toHaveLength(1);
    },
  );
});
