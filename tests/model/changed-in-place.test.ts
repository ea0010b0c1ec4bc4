import { describe, expect, it } from 'vitest';
import { lint } from '../lint.js';

const head = `
import { Kafka } from 'kafkajs';
import { wrap } from './elsewhere.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });
`;
/** Work with a mistake in it, which is found only where the code is thought to be reached. */
const work = `
  const tx = await producer.transaction();
  tx.send({ topic: 't', messages: [{ value }] });
  await tx.commit();
`;
const inClass = (members: string, guard: string): string =>
  `${head} export class A { ${members} async f(value) { ${guard} ${work} } }`;
const inFunction = (guard: string, module = ''): string =>
  `${head} ${module} export async function f(value) { ${guard} ${work} }`;

const rulesOf = (code: string): string[] => [...new Set(lint(code, 'a.ts').map(({ rule }) => rule))];

describe('code behind a test of what the file changes elsewhere', () => {
  it.each([
    [
      'a list of a field',
      inClass('private c = []; add(x) { this.c.push(x); }', 'if (this.c.length === 0) return;'),
    ],
    ['a counter of a field', inClass('#c = 0; add() { this.#c++; }', 'if (this.#c === 0) return;')],
    ['a flag that others may set', inClass('running = false;', 'if (!this.running) return;')],
    [
      'an object of a field',
      inClass('private c = { n: 0 }; add() { this.c.n++; }', 'if (this.c.n === 0) return;'),
    ],
    [
      'a static field',
      inFunction('if (!K.on) return;', 'class K { static on = false; static enable() { K.on = true; } }'),
    ],
    [
      'an object of the module',
      inFunction('if (!c.on) return;', 'const c = { on: false }; export const go = () => { c.on = true; };'),
    ],
    [
      'what a callback writes',
      inFunction('let ok = false; await wrap(() => { ok = true; }); if (!ok) return;'),
    ],
    [
      'what a callback fills',
      inFunction('const got = []; await wrap((x) => { got.push(x); }); if (got.length === 0) return;'),
    ],
    ['a key that is not known', inFunction('const o = {}; o[value] = 1; if (!o.x) return;')],
    ['an ambient variable', inFunction('if (!FLAG) return;', 'declare const FLAG: boolean;')],
  ])('is reached: %s', (_, code) => {
    expect(rulesOf(code)).toContain('no-floating-transaction-call');
  });

  it.each([
    ['a private field that nothing writes', inClass('private readonly on = false;', 'if (!this.on) return;')],
    ['a constant', inFunction('if (!ON) return;', 'const ON = false;')],
  ])('is not reached: %s', (_, code) => {
    expect(rulesOf(code)).toEqual([]);
  });
});

describe('chains of calls', () => {
  it('cost no more than their links', () => {
    const links = Array.from({ length: 60 }, (_, n) => `.option('o${n}', {})`).join('');
    const started = performance.now();

    expect(
      rulesOf(`${head} export const options = wrap()${links}; ${inFunction('').slice(head.length)}`),
    ).toEqual(['no-floating-transaction-call']);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('types that are written down', () => {
  it.each([
    ['a variable', 'const p: Producer = x.get(); const t = await p.transaction();'],
    ['an assigned variable', 'let p: Producer; p = x.get(); const t = await p.transaction();'],
    ['a transaction', 'const t: Transaction = await x.begin();'],
    ['a result', 'const t = await get().transaction();'],
  ])('tell what unseen code gives: %s', (_, begin) => {
    const code = `
import type { Producer, Transaction } from 'kafkajs';
import { x } from './elsewhere.js';
const get = (): Producer => x.get();
export async function f() {
  ${begin}
  try { await t.send({ topic: 'a', messages: [] }); await t.commit(); } catch (e) { await t.abort(); throw e; }
}`;
    expect(rulesOf(code)).toContain('no-abort-after-commit');
  });
});
