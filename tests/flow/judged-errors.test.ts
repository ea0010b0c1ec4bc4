import { describe, expect, it } from 'vitest';
import { reported, reports } from './reports.js';

const head = `
import { Kafka } from 'kafkajs';
import { isSettled, noteCommit } from './ledger.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
`;

describe('a commit and its abort in one try', () => {
  const program = (commit: string, test: string, more = ''): string => `${head}${more}
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages });
    ${commit}
  } catch (error) {
    if (${test}) await transaction.abort().catch(console.warn);
    throw error;
  }
}
`;
  const failed = `
class Failed extends Error {
  constructor(stage, cause) {
    super('failed', { cause });
    this.stage = stage;
  }
}`;

  it.each([
    [
      'a field that it puts on the error',
      'await transaction.commit().catch((error) => { error.inCommit = true; throw error; });',
      '!error.inCommit',
      '',
    ],
    [
      'a symbol that it puts on the error',
      'await transaction.commit().catch((error) => { error[OF_COMMIT] = true; throw error; });',
      "!(typeof error === 'object' && error !== null && error[OF_COMMIT] === true)",
      "const OF_COMMIT = Symbol('of the commit');",
    ],
    [
      'fields that it assigns to the error',
      "await transaction.commit().catch((error) => { throw Object.assign(error, { stage: 'commit' }); });",
      "error.stage !== 'commit'",
      '',
    ],
    [
      'what its own error was made with',
      "await transaction.commit().catch((error) => { throw new Failed('commit', error); });",
      "error.stage !== 'commit'",
      failed,
    ],
    [
      'a function out of view that has the transaction',
      'noteCommit(transaction); await transaction.commit();',
      '!isSettled(transaction)',
      '',
    ],
    [
      'a set of transactions',
      'settled.add(transaction); await transaction.commit();',
      '!settled.has(transaction)',
      'const settled = new WeakSet();',
    ],
  ])('are told apart by %s', (_, commit, test, more) => {
    expect(reports(program(commit, test, more))).toEqual([]);
  });

  it.each([
    [
      'what is written to its own error later',
      'await transaction.commit().catch((error) => { const failed = new Own(error); failed.inCommit = true; throw failed; });',
      '!error.inCommit',
      'class Own extends Error { constructor(cause) { super("failed", { cause }); this.inCommit = false; } }',
    ],
    [
      'what the constructor gives a field that has a value of its own',
      "await transaction.commit().catch((error) => { throw new Own('commit', error); });",
      "error.stage !== 'commit'",
      "class Own extends Error { stage = 'send'; constructor(stage, cause) { super('failed', { cause }); this.stage = stage; } }",
    ],
  ])('are told apart by %s, too', (_, commit, test, more) => {
    expect(reports(program(commit, test, more))).toEqual([]);
  });

  it.each([
    ['a field that nobody puts on errors', '!error.inCommit', ''],
    ['what its own error was made with, of another stage', "error.stage !== 'send'", failed],
  ])('are not told apart by %s', (_, test, more) => {
    const commit = `await transaction.commit()${more ? ".catch((error) => { throw new Failed('commit', error); })" : ''};`;

    expect(reported('no-abort-after-commit', program(commit, test, more))).toHaveLength(1);
  });
});

describe('a begin that is tried again for some errors', () => {
  const program = (table: string, test: string): string => `${head}
const TABLE = ${table};
export async function begin() {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await producer.transaction();
    } catch (error) {
      ${test}
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('not begun');
}
`;
  const test = (lookUp: string): string => `if (${lookUp} !== 'again') throw error;`;
  const retriable = "CONCURRENT_TRANSACTIONS: 'again', INVALID_PRODUCER_EPOCH: 'never'";
  const fenced = "CONCURRENT_TRANSACTIONS: 'never', INVALID_PRODUCER_EPOCH: 'again'";

  it('knows them by an object', () => {
    expect(reports(program(`{ ${retriable} }`, test('TABLE[error.type]')))).toEqual([]);
  });

  it('knows them by a Map', () => {
    const table = `new Map(Object.entries({ ${retriable} }))`;

    expect(reports(program(table, test('TABLE.get(error.type)')))).toEqual([]);
  });

  it('knows them by a Map of pairs', () => {
    const table = "new Map([['CONCURRENT_TRANSACTIONS', 'again'], ['INVALID_PRODUCER_EPOCH', 'never']])";

    expect(reports(program(table, test("TABLE.get(error.type ?? 'UNKNOWN')")))).toEqual([]);
  });

  it.each([
    ['an object', `{ ${fenced} }`, 'TABLE[error.type]'],
    [
      'a Map of pairs',
      "new Map([['CONCURRENT_TRANSACTIONS', 'never'], ['INVALID_PRODUCER_EPOCH', 'again']])",
      'TABLE.get(error.type)',
    ],
  ])('is reported where %s names one that no retry cures', (_, table, lookUp) => {
    expect(reported('no-futile-retry', program(table, test(lookUp)))).toHaveLength(1);
  });
});

it('takes a table that the file adds to for one that may say anything', () => {
  const code = `${head}
const TABLE = new Map([['INVALID_PRODUCER_EPOCH', 'again']]);
export const configure = (type, action) => TABLE.set(type, action);
export async function begin() {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await producer.transaction();
    } catch (error) {
      if (TABLE.get(error.type) !== 'again') throw error;
    }
  }
  throw new Error('not begun');
}
`;
  expect(reports(code)).toEqual([]);
});

describe('a reduction over what is sent', () => {
  const program = (callback: string): string => `${head}
export async function publish(batches) {
  const transaction = await producer.transaction();
  try {
    await batches.reduce(${callback}, Promise.resolve());
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;
  const send = "transaction.send({ topic: 't', messages })";

  it.each([
    ['waits for the one before', `async (before, messages) => { await before; await ${send}; }`],
    ['hands the one before on', `(before, messages) => before.then(() => ${send})`],
    ['waits for both', `(before, messages) => Promise.all([before, ${send}])`],
  ])('is fine where a turn %s', (_, callback) => {
    expect(reports(program(callback))).toEqual([]);
  });

  it.each([
    ['asynchronous', `async (before, messages) => { await ${send}; }`],
    ['plain', `(before, messages) => ${send}`],
  ])('leaves the promise of the turn before to itself in an %s callback that ignores it', (_, callback) => {
    expect(reported('no-floating-transaction-call', program(callback))).toHaveLength(1);
  });
});

it('goes on behind a logger that another logger has made', () => {
  const program = (log: string): string => `${head}
import winston from 'winston';
const log = ${log};
async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.commit();
}
publish([]).catch((error) => {
  log.error('not published', error);
  process.exit(1);
});
`;
  expect(reports(program('winston.createLogger({ level: 1 })'))).toEqual([]);
  expect(reports(program("winston.child({ service: 'orders' })"))).toEqual([]);
  expect(reports(program('winston.createLogger({})').replace('process.exit(1);', ''))).toEqual([
    expect.stringContaining('require-application-recoverable-path'),
  ]);
});
