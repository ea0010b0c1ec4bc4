import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const START = `
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
async function once(order) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'a', messages: [{ value: order.text }] });
  } catch (error) {
    await tx.abort().catch((failure) => { throw new AggregateError([error, failure]); });
    throw error;
  }
  await tx.commit();
}
`;
const looped = (items: string, attempt: string, handled: string): string => `
export async function publish(order, orders) {
  let last;
  for (const one of ${items}) {
    try { ${attempt} } catch (error) { last = error; ${handled} }
  }
  if (last) throw last;
}
`;
const REPEATED = looped('[100, 500, 2000]', 'return await once(order);', 'await sleep(one);');
const OTHERS = looped('orders', 'await once(one);', '');

const futile = expect.stringContaining('no-futile-retry') as unknown;
const reused = expect.stringContaining('no-defunct-producer-reuse') as unknown;

describe('a loop repeats its work', () => {
  it.each([
    REPEATED,
    looped('[1, 2, 3]', 'return await once(order);', 'console.warn(one, error);'),
    looped('[1, 2, 3]', 'return await once(order);', 'if (one === 3) throw error;'),
    looped('[1, 2, 3]', 'return await once(order);', 'const wait = one * 100; await sleep(wait);'),
    looped('Array(3)', 'return await once(order);', ''),
    looped('[1, 2, 3]', 'if (one > 1) await sleep(100); return await once(order);', ''),
  ])('where it only waits for its items, writes them down or compares them: %s', (code) => {
    expect(reports(START + code)).toEqual([futile]);
  });

  it('but not where the items go into it', () => {
    expect(reports(START + OTHERS)).toEqual([reused]);
  });

  it.each([
    looped('orders', 'await withTimeout(once(one), 1000);', ''),
    looped('orders', 'await wait(once(one));', ''),
    looped('orders', 'await wait(() => once(one));', ''),
    looped(`['first', 'second']`, `if (one === 'first') await once(order); else await once(orders);`, ''),
  ])('or decide on it: %s', (code) => {
    expect(reports(START + code)).not.toContainEqual(futile);
  });
});

it('a mistake of one caller of a function does not stand for that of another one', () => {
  const both = START + REPEATED + OTHERS.replace('publish', 'publishAll');
  expect(reports(both)).toEqual([futile, reused]);
});

describe('a loop over groups', () => {
  const grouped = (declared: string, put: string, entries: string): string => `${START}
import { load, mark } from './orders.js';
export async function publish() {
  const groups = ${declared};
  for (const order of await load()) ${put}
  const failed = [];
  for (const [name, orders] of ${entries}) {
    try {
      await once({ text: JSON.stringify(orders) });
      await mark(name);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed);
}
`;

  it.each([
    ['{}', '(groups[order.name] ||= []).push(order);', 'Object.entries(groups)'],
    [
      '{}',
      '{ if (!groups[order.name]) groups[order.name] = []; groups[order.name].push(order); }',
      'Object.entries(groups)',
    ],
    [
      'new Map()',
      '{ if (!groups.has(order.name)) groups.set(order.name, []); groups.get(order.name).push(order); }',
      'groups',
    ],
  ])('does other work at each turn: %s, %s', (declared, put, entries) => {
    expect(reports(grouped(declared, put, entries))).toEqual([
      'no-defunct-producer-reuse: await once({ text: JSON.stringify(orders) });',
    ]);
  });
});
