import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
const FENCED = /fenced|epoch/i;
`;

const TESTS = [
  'FENCED.test(error.message)',
  "error.message.includes('epoch')",
  "error.message.toLowerCase().includes('epoch')",
  "String(error).includes('epoch')",
  '`${error}`.match(/epoch/)',
  "error.message === 'The producer attempted an operation with an old epoch'",
  "error.message.indexOf('epoch') >= 0",
  "['old epoch', 'fenced'].includes(error.message)",
];

describe.each(TESTS)('a program that asks %s', (test) => {
  it('may tell by it what no retry cures', () => {
    const code = `${HEAD}
export async function publish(messages) {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 't', messages });
    } catch (error) {
      await transaction.abort().catch(console.warn);
      if (${test}) {
        await producer.disconnect();
        throw error;
      }
      continue;
    }
    await transaction.commit();
    return;
  }
  throw new Error('not published');
}
`;

    expect(reports(code)).toEqual([]);
    expect(reports(code.replace(`if (${test})`, 'if (attempt === 3)'))).toEqual([
      expect.stringContaining('no-futile-retry'),
    ]);
  });

  it('swallows the error where it comes to the same whatever that tells', () => {
    const code = `${HEAD}
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages });
  } catch (error) {
    await transaction.abort().catch(console.warn);
    if (${test}) console.error('fenced');
    else console.warn(error);
    return;
  }
  await transaction.commit();
}
`;

    expect(reports(code)).toEqual([expect.stringContaining('require-application-recoverable-path')]);
    expect(reports(code.replace("console.error('fenced');", 'process.exit(1);'))).toEqual([]);
  });

  it('sends again in vain whatever it tells', () => {
    const code = `${HEAD}
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    try {
      await transaction.send({ topic: 't', messages });
    } catch (error) {
      if (!(${test})) throw error;
      await transaction.send({ topic: 't', messages });
    }
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;

    expect(reports(code)).toEqual([expect.stringContaining('no-transactional-send-retry')]);
  });
});

it('what a client refuses before it is sent may be told by its text', () => {
  const code = `
import { Producer } from 'node-rdkafka';
const producer = new Producer({ 'transactional.id': 't' });
export function publish(record, done) {
  producer.beginTransaction((beginError) => {
    if (beginError) return done(beginError);
    try {
      producer.produce('t', null, record);
    } catch (error) {
      if (!/queue full/i.test(error.message)) {
        return producer.abortTransaction(5000, () => done(error));
      }
      producer.poll();
      producer.produce('t', null, record);
    }
    producer.commitTransaction(5000, done);
  });
}
`;

  expect(reports(code).filter((report) => report.includes('retry'))).toEqual([]);
});

it('what is put into something that is made of another error is kept there', () => {
  const code = `${HEAD}
import { describeError } from './describe.js';
export async function publish(first, second) {
  let problems;
  try {
    await first.commit();
  } catch (error) {
    problems = describeError(error);
  }
  try {
    await second.commit();
  } catch (error) {
    problems.push(error);
    return;
  }
}
export const connect = () => producer.connect();
`
    .replace('first, second', 'first: Transaction, second: Transaction')
    .replace('{ Kafka }', '{ Kafka, type Transaction }');

  expect(reports(code, 'program.ts')).toEqual([]);
  expect(reports(code.replace('problems.push(error);', 'console.error(error);'), 'program.ts')).toEqual([
    expect.stringContaining('require-application-recoverable-path'),
  ]);
});
