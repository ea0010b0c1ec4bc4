import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

/** A handler of a send and of a call that has nothing to do with Kafka, which asks something of the error. */
const program = (other: string, asked: string): string => `
import { Kafka } from 'kafkajs';
import { db, redis } from './others.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(order) {
  const transaction = await producer.transaction();
  try {
    const value = ${other};
    await transaction.send({ topic: 't', messages: [{ value }] });
  } catch (error) {
    if (${asked}) console.warn('known');
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;
const dead = (other: string, asked: string): number =>
  reported('no-dead-error-check', program(other, asked)).length;

describe('a test of an error', () => {
  const tests = [
    `error.code === 'ER_DUP_ENTRY'`,
    'error.code === 11000',
    'error.status >= 500 || error.status === 429',
    'error.isAxiosError',
    `error.code === 14`,
    `['ER_DUP_ENTRY', 'ER_LOCK_DEADLOCK'].includes(error.code)`,
    `error.name === 'MongoServerError'`,
  ];

  it.each(tests)('%s can be true of what another library fails with', (asked) => {
    expect(dead('await db.insert(order)', asked)).toBe(0);
    expect(dead('await redis.get(order.id)', asked)).toBe(0);
  });

  it.each(tests.filter((asked) => !asked.includes('>=')))(
    '%s is never true of what a send fails with',
    (asked) => {
      expect(dead('String(order)', asked)).toBeGreaterThan(0);
      expect(dead('order.lines.map(String).join()', asked)).toBeGreaterThan(0);
    },
  );

  it.each([`error.type === 'PRODUCER_FENCED'`, 'error.isRetriable', `error.name === 'KafkaJSTimeout'`])(
    '%s can be meant for Kafka alone',
    (asked) => {
      expect(dead('await db.insert(order)', asked)).toBe(1);
    },
  );
});

it('looks at who else calls a function that tests errors', () => {
  const code = program('String(order)', 'isKnown(error)').replace(
    'export async function',
    `function isKnown(error) { return error.code === 'ER_DUP_ENTRY'; }
export const store = (order) => db.insert(order).catch((error) => { if (!isKnown(error)) throw error; });
export async function`,
  );
  expect(reported('no-dead-error-check', code)).toEqual([]);
});

describe('an alternative', () => {
  it('that says the same as the one before is no dead test', () => {
    expect(
      dead('String(order)', `error.cause?.type === 'NOT_LEADER_FOR_PARTITION' || error.cause?.code === 6`),
    ).toBe(0);
  });

  it('that can never be true, or that a wider one takes, is dead', () => {
    expect(
      dead('String(order)', `error.cause?.type === 'NOT_LEADER_FOR_PARTITION' || error.cause?.code === 6666`),
    ).toBe(1);
    expect(
      dead('String(order)', `error.cause?.retriable || error.cause?.type === 'NOT_LEADER_FOR_PARTITION'`),
    ).toBe(1);
  });
});
