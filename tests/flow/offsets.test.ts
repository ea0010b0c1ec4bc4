import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

const KAFKAJS = `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'g' });
const producer = kafka.producer({ transactionalId: 'p', idempotent: true, maxInFlightRequests: 1 });
`;

/** A handler that sends the offset that an expression gives for the message. */
const perMessage = (offset: string, more = '') => `${KAFKAJS}
${more}
export const run = () => consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'out', messages: [{ value: message.value }] });
      await tx.sendOffsets({
        consumerGroupId: 'g',
        topics: [{ topic, partitions: [{ partition, offset: ${offset} }] }],
      });
      await tx.commit();
    } catch (error) {
      await tx.abort();
      throw error;
    }
  },
});
`;

const perBatch = (statements: string) => `${KAFKAJS}
async function eachBatch({ batch }) {
  const { topic, partition } = batch;
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'out', messages: batch.messages.map(({ value }) => ({ value })) });
    ${statements}
    await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset }] }] });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
export const run = () => consumer.run({ eachBatch });
`;

const rule = 'require-next-offset';

describe('offsets that are right, or that the text does not show', () => {
  it.each([
    '(BigInt(message.offset) + 1n).toString()',
    'String(BigInt(message.offset) + 1n)',
    'String(Number(message.offset) + 1)',
    '`${Number(message.offset) + 1}`',
    '`${1n + BigInt(message.offset)}`',
    '(parseInt(message.offset, 10) + 1).toString()',
    'String(+message.offset + 1)',
    'next(message.offset)',
    'imported(message.offset)',
    'positions.get(partition)',
    'position.offset',
    'message.nextOffset',
  ])('leaves %s alone', (offset) => {
    const helpers = `
import { imported, positions, position } from './positions.mjs';
const next = (offset) => String(BigInt(offset) + 1n);
`;
    expect(reported(rule, perMessage(offset, helpers))).toEqual([]);
  });

  it('leaves positions alone that a caller or the client gives', () => {
    const code = `${KAFKAJS}
export async function relay(value, offsets, { uncommittedOffsets }) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'out', messages: [{ value }] });
    await tx.sendOffsets({
      consumerGroupId: 'g',
      topics: offsets.map(({ topic, partition, offset }) => ({ topic, partitions: [{ partition, offset }] })),
    });
    await tx.sendOffsets({ consumerGroupId: 'g', ...uncommittedOffsets() });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(rule, code)).toEqual([]);
  });

  it.each([
    'const offset = String(BigInt(batch.lastOffset()) + 1n);',
    'const offset = after(batch.messages.at(-1).offset); function after(last) { return String(Number(last) + 1); }',
    'let offset = "0"; for (const message of batch.messages) offset = String(Number(message.offset) + 1);',
  ])('leaves a batch alone: %s', (statements) => {
    expect(reported(rule, perBatch(statements))).toEqual([]);
  });

  it('leaves the record alone that the client adds one to', () => {
    const code = `
import { Producer } from '@platformatic/kafka';
const producer = new Producer({ idempotent: true, transactionalId: 'p' });
export async function relay(consumer, message) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'out', value: message.value }] });
    await tx.addConsumer(consumer);
    await tx.addOffset(message);
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(rule, code)).toEqual([]);
    expect(reported('valid-transaction-call', code)).toEqual([]);
  });
});

describe('offsets of records that were read already', () => {
  it.each([
    'message.offset',
    'String(message.offset)',
    'message.offset.toString()',
    '`${message.offset}`',
    'String(Number(message.offset))',
    'String(BigInt(message.offset))',
    'raw(message)',
    'position',
  ])('reports %s', (offset) => {
    const helpers = 'const raw = ({ offset }) => offset;';
    const code =
      offset === 'position'
        ? perMessage(offset).replace('const tx =', 'const position = message.offset;\n    const tx =')
        : perMessage(offset, helpers);
    expect(reported(rule, code)).toEqual([
      `topics: [{ topic, partitions: [{ partition, offset: ${offset} }] }],`,
    ]);
  });

  it.each([
    'const offset = batch.lastOffset();',
    'const { offset } = batch.messages.at(-1);',
    'const { messages } = batch; const offset = messages[messages.length - 1].offset;',
    'let offset; for (const message of batch.messages) offset = message.offset;',
    'const offset = batch.messages.map((m) => m.offset).pop();',
    "let offset = ''; for (let i = 0; i < batch.messages.length; i++) { const m = batch.messages[i]; offset = m.offset; }",
  ])('reports a batch: %s', (statements) => {
    expect(reported(rule, perBatch(statements))).toHaveLength(1);
  });

  it('reports the message of a payload of which nothing else is read', () => {
    const code = perMessage('message.offset').replace('{ value: message.value }', 'converted(message)');
    expect(reported(rule, code)).toHaveLength(1);
  });

  it('reports an object that is built elsewhere, where it is built', () => {
    const code = `${KAFKAJS}
const positionOf = (topic, partition, message) => ({
  topic,
  partitions: [{ partition, offset: message.offset }],
});
export async function relay({ topic, partition, message }) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'out', messages: [message] });
    const topics = [positionOf(topic, partition, message)];
    await tx.sendOffsets({ consumerGroupId: 'g', topics });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(rule, code)).toEqual(['partitions: [{ partition, offset: message.offset }],']);
  });

  it.each([
    ['record: KafkaMessage', 'record.offset', 1],
    ['records: readonly KafkaMessage[]', 'records[0].offset', 1],
    ['record: Position', 'record.offset', 0],
    ['record: Message', 'record.offset', 0],
  ])('goes by the type of what it is given: %s', (parameter, offset, count) => {
    const code = `${KAFKAJS}
import type { KafkaMessage, Message } from 'kafkajs';
import { converted, type Position } from './elsewhere';
export async function relay(topic: string, partition: number, ${parameter}) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'out', messages: converted(${parameter.split(':')[0] ?? ''}) });
    await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: ${offset} }] }] });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(rule, code, 'program.ts')).toHaveLength(count);
  });

  it('reports offsets that are collected by partition', () => {
    const code = `${KAFKAJS}
export async function relay(topic, messages) {
  const offsets = new Map();
  const tx = await producer.transaction();
  try {
    for (const { partition, offset, value } of messages) {
      await tx.send({ topic: 'out', messages: [{ value }] });
      offsets.set(partition, offset);
    }
    await tx.sendOffsets({
      consumerGroupId: 'g',
      topics: [{ topic, partitions: [...offsets].map(([partition, offset]) => ({ partition, offset })) }],
    });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(rule, code)).toHaveLength(1);
    expect(reported(rule, code.replace('set(partition, offset)', 'set(partition, next(offset))'))).toEqual(
      [],
    );
  });

  it('reports a record that stands for its own position', () => {
    const code = `
const { Producer } = require('node-rdkafka');
const producer = new Producer({ 'transactional.id': 'p' });
exports.relay = (consumer, message, done) => {
  producer.produce('out', null, message.value);
  producer.sendOffsetsToTransaction([message], consumer, 5000, done);
};
`;
    expect(reported(rule, code, 'program.js')).toEqual([
      'producer.sendOffsetsToTransaction([message], consumer, 5000, done);',
    ]);
  });

  it('reports one that is added where the client adds one itself, as a wrong argument', () => {
    const code = `
import { Producer } from '@platformatic/kafka';
const producer = new Producer({ idempotent: true, transactionalId: 'p' });
export async function relay(consumer, message) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'out', value: message.value }] });
    await tx.addConsumer(consumer);
    await tx.addOffset({ ...message, offset: message.offset + 1n });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported('valid-transaction-call', code)).toEqual([
      'await tx.addOffset({ ...message, offset: message.offset + 1n });',
    ]);
  });
});
