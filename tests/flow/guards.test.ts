import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { Kafka } from 'kafkajs';
import { NotOurs } from './errors.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
`;

describe('an abort whose failure is only logged', () => {
  const program = (aborts: string, after = ''): string => `${HEAD}
export async function publish(orders) {
  const tx = await producer.transaction();
  ${aborts}
  ${after}
}
`;

  it('is guarded where it cleans up after errors and ends what nobody wants, too', () => {
    const shared = `let isOver = false;
  try {
    if (orders.length === 0) return 'nothing to do';
    await tx.send({ topic: 't', messages: orders });
    isOver = true;
    await tx.commit();
  } finally {
    if (!isOver) await tx.abort().catch((error) => console.warn(error));
  }`;
    expect(reports(program(shared))).toEqual([]);
  });

  it('goes on as if nothing had happened where it ends only what nobody wants', () => {
    const own = `if (orders.length === 0) {
    await tx.abort().catch((error) => console.warn(error));
    return 'nothing to do';
  }
  try {
    await tx.send({ topic: 't', messages: orders });
  } catch (error) {
    await tx.abort().catch(console.warn);
    throw error;
  }
  await tx.commit();`;
    expect(reports(program(own))).toEqual([
      'require-application-recoverable-path: await tx.abort().catch((error) => console.warn(error));',
    ]);
  });
});

describe('an error that the program makes', () => {
  const program = (thrown: string): string => `${HEAD}
async function inTransaction(fill) {
  const tx = await producer.transaction();
  try {
    await fill(tx);
    await tx.send({ topic: 'a', messages: [{ value: 'a' }] });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw ${thrown};
    }
    throw error;
  }
  await tx.commit();
}
export async function publish(parse) {
  try {
    await inTransaction((tx) => tx.send({ topic: 'b', messages: [parse()] }));
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    await inTransaction((tx) => tx.send({ topic: 'dead', messages: [{ value: error.message }] }));
  }
}
`;

  it('of a built-in class is of no other class', () => {
    expect(reports(program(`new AggregateError([error, abortError], 'not rolled back')`))).toEqual([]);
    expect(reports(program(`new Error('not rolled back', { cause: error })`))).toEqual([]);
  });

  it('of an unknown class may be', () => {
    expect(
      reports(program('new NotOurs([error, abortError])')).filter((one) => one.includes('inTransaction')),
    ).not.toEqual([]);
  });
});

it('a handler is one mistake, whoever calls the function that it stands in', () => {
  expect(
    reports(
      `
const { promisify } = require('node:util');
const { RdKafka } = require('@confluentinc/kafka-javascript');
module.exports = class Dump {
  constructor() {
    this.rd = new RdKafka.Producer({ 'transactional.id': 't' });
    this.begin = promisify(this.rd.beginTransaction).bind(this.rd);
    this.commit = promisify(this.rd.commitTransaction).bind(this.rd);
  }
  put(row) {
    try {
      this.rd.produce('t', null, Buffer.from(row.text));
    } catch (error) {
      console.warn('skipped', row, error);
    }
  }
  async dump(rows) {
    await this.begin();
    for (const row of rows) this.put(row);
    await this.commit(1000);
  }
};
`,
      'dump.cjs',
    ),
  ).toEqual(['no-commit-after-failed-send: } catch (error) {']);
});

it('what is called for each item may fail where it is out of view', () => {
  const program = (call: string): string => `${HEAD}
export async function publish(orders, validate) {
  const tx = await producer.transaction();
  try {
    ${call}
  } catch (error) {
    await tx.abort();
    throw error;
  }
  try {
    await tx.send({ topic: 't', messages: orders });
  } catch (error) {
    await tx.abort().catch(console.warn);
    throw error;
  }
  await tx.commit();
}
`;
  const swallowing = 'await Promise.all(orders.map((o) => tx.sendOffsets(o))).catch(console.warn);';
  expect(reports(program(`orders.forEach(validate); ${swallowing}`))).toContain(
    'no-unguarded-abort: await tx.abort();',
  );
  expect(reports(program(`orders.reverse(); ${swallowing}`))).not.toContain(
    'no-unguarded-abort: await tx.abort();',
  );
});
