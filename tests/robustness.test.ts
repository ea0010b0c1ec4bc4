import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@typescript-eslint/parser';
import type { TSESTree } from '@typescript-eslint/utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lint, parses } from './lint.js';

/** A transaction of kafkajs around whatever code, so that the analysis enters it. */
const around = (code: string): string => `
import { Kafka, KafkaJSError } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'a', idempotent: true });
${code}`;

const ODD_PROGRAMS: Readonly<Record<string, readonly [code: string, filename?: string]>> = {
  'an empty file': [''],
  'a comment alone': ['// import kafkajs'],
  'a hashbang and an import': ["#!/usr/bin/env node\nimport 'kafkajs';\n"],
  'an import that binds nothing': [
    "import {} from 'kafkajs'; export {} from 'kafkajs'; export * from 'kafkajs';",
  ],
  'a re-export under a string': ["export { Kafka as 'the kafka' } from 'kafkajs';"],
  'import attributes': ["import { Kafka } from 'kafkajs' with { type: 'javascript' };"],
  'names of Object.prototype as members': [
    around(
      'producer.constructor(); producer.__proto__.hasOwnProperty("x"); producer["toString"](); producer.valueOf;',
    ),
  ],
  'names of Object.prototype as imports': [
    "import { constructor, __proto__ as p, hasOwnProperty } from 'kafkajs'; constructor(); p.x(); new hasOwnProperty();",
  ],
  'computed members and holes': [
    around(
      'const [, a, , ...b] = [, producer, , await producer[`transaction`]()]; a[b[0]]?.[Symbol.iterator]?.();',
    ),
  ],
  'a generator that yields operations': [
    around(`function* work() { const tx = yield producer.transaction(); try { yield* [tx.send({}), tx.commit()]; } finally { yield tx.abort(); } }
for (const step of work()) await step;`),
  ],
  'an async generator and for await': [
    around(`async function* all(tx) { for await (const m of producer) { yield tx.send(m); if (m) return; } }
export default async () => { const tx = await producer.transaction(); for await (const r of all(tx)) void r; await tx.commit(); };`),
  ],
  'static blocks, private methods and accessors': [
    around(`class Outbox { static #one = new Outbox(producer); static { try { Outbox.#one.#send(); } catch { } }
  #producer; constructor(p) { this.#producer = p; } async #send() { const tx = await this.#tx; await tx.commit(); }
  get #tx() { return this.#producer.transaction(); } set #tx(v) { this.#producer = v; } static async *[Symbol.iterator]() {} has(x) { return #producer in x; } }
export { Outbox };`),
  ],
  'a class that extends an expression and calls super': [
    around(`const mixin = (Base) => class extends Base { constructor(...a) { super(...a); super.connect?.(); } };
export class A extends mixin(mixin(Object)) { send = async () => { const tx = await producer.transaction(); try { await tx.send(super.x); } catch (e) { throw this; } }; }`),
  ],
  'a class that extends itself and recursion without an end': [
    around(`class A extends A {} function f() { return f(g()); } function g() { return f(f); } f(); g(); const h = () => h; h()()();
export const tx = async (n) => { const t = await producer.transaction(); return tx(tx(t)); };`),
  ],
  'labels, continue and break out of everything': [
    around(
      `export async function run() { outer: for (;;) { const tx = await producer.transaction(); inner: do { block: { try { await tx.send({}); break block; } catch { continue outer; } finally { break inner; } } } while (true); await tx.commit(); if (tx) break outer; } }`,
    ),
  ],
  'a finally that returns, breaks and throws': [
    around(`export async function run() { for (const i of [1]) { try { await producer.transaction(); } catch (e) { return e; } finally { if (i) continue; else throw i; } }
try { return await producer.transaction(); } finally { return 1; } }`),
  ],
  'nested try without binding': [
    around(
      `export async function run() { try { try { try { await producer.transaction(); } finally { } } catch { } } catch ({ message, ...rest }) { throw rest; } }`,
    ),
  ],
  'a switch with fall-through and default in the middle': [
    around(
      `export async function run(k) { const tx = await producer.transaction(); try { await tx.commit(); } catch (e) { switch (e.type) { case 'A': default: case k: { break; } case e.type: throw e; } } switch (k) {} }`,
    ),
  ],
  decorators: [
    around(
      `function d(...a: any[]): any { return a; } @d() class S { @d() p = producer; @d() async run(@d() tx: any) { await tx.commit(); } @d() accessor x = 1; constructor(@d() private readonly y: any) {} }`,
    ),
    'a.ts',
  ],
  'enums, namespaces and declarations': [
    around(`enum E { A = 'REQUEST_TIMED_OUT', B = 1 << 2, C = A.length } const enum F { A = E.B } declare enum G { X }
namespace N { export namespace M { export const tx = producer.transaction(); } export import Q = N.M; } declare module 'kafkajs' { interface X {} } declare global { var p: typeof producer; }
declare function f(a: number): void; function g(): void; function g(a?: any) { return a?.type === E.A || F.A; } export = N;`),
    'a.cts',
  ],
  'overloads, abstract classes and this types': [
    around(`abstract class A { abstract send(): Promise<void>; private constructor(); constructor(readonly p = producer) {} run(this: A, tx: Awaited<ReturnType<typeof producer.transaction>>): asserts this is A { tx.abort(); } declare x: 1; [k: string]: any; }
type P = InstanceType<typeof A>['p']; export const x = (<P>producer).transaction()!; export const y = producer satisfies P as unknown as P;`),
    'a.ts',
  ],
  'using declarations': [
    around(
      `export async function run() { await using tx = await producer.transaction(); using x = producer; for (using y of [x]) await y.send({}); { using z = null; } await tx.commit(); }`,
    ),
    'a.ts',
  ],
  JSX: [
    around(
      `export const View = ({ tx }) => <><Form {...tx} onSubmit={async () => { try { await tx.commit(); } catch { } }}>{...[1]}<a:b c.d="1" /></Form></>;`.replace(
        ' c.d="1"',
        '',
      ),
    ),
    'a.jsx',
  ],
  'a tagged template and new.target': [
    around(
      'export function F() { if (!new.target) return new F`${producer}`; return String.raw`${producer.transaction()}`; } import.meta.url;',
    ),
  ],
  'a sloppy script with arguments and with': [
    `var kafka = require('kafkajs'); var p = new kafka.Kafka({}).producer({}); function f(a, a) { arguments[0] = p; with (p) { transaction(); } return arguments.callee; } f(p); delete p.x; f.call(p, 1); f.apply(p, arguments); f.bind(p)();`,
    'a.cjs',
  ],
  'functions declared in blocks and hoisted': [
    `const { Kafka } = require('kafkajs'); run(); { function run() { return go(); } } var go = async () => { try { await p.transaction(); } catch (e) { var e = 1; } }; var p = new Kafka({}).producer({}); if (p) function late() {}`,
    'a.cjs',
  ],
  'destructuring with defaults that call operations': [
    around(
      `export async function run({ tx = producer.transaction(), ...rest } = {}, [a = tx, b = a] = []) { ({ x: tx.y, ['z']: [a.b] } = rest); [tx, ...a] = await b; ({ ...tx.z } = a); for ({ tx } of [a]); for (tx.i in a); }`,
    ),
  ],
  'assignments of every kind': [
    around(
      `export async function run(e) { let tx; tx ??= await producer.transaction(); tx ||= e; tx &&= producer; tx **= 2; tx >>>= 1; (tx, e).x = tx++ + +e; delete tx.x, void tx, typeof tx; e?.a.b?.c(); }`,
    ),
  ],
  'promises that nest, cycle and never settle': [
    around(
      `export const p = new Promise((resolve, reject) => { resolve(p.then(p.catch(reject)).finally(p)); }); Promise.all(); Promise.allSettled([...p, producer.transaction()]).then().catch().finally(); Promise.race(producer).then(producer, producer); Promise.resolve(Promise.reject(await p)).then(...[p]); new Promise(); new Promise(p); Promise.any([[[]]]);`,
    ),
  ],
  'calls with spread and without arguments': [
    around(
      `export async function run(...a) { const tx = await producer.transaction(...a); tx.send(...a, ...a); tx.sendOffsets(); tx.commit(tx.abort(tx.commit())); producer.send?.(); new producer(); producer(); (await tx)(); super_(); function super_() {} [].forEach(); [1].map(tx); a.reduce((p, x) => p.then(() => tx.send(x)), Promise.resolve()); }`,
    ),
  ],
  'error tests of odd shapes': [
    around(
      `export async function run() { try { await producer.connect(); } catch (e) { if (e instanceof e) {} if (e instanceof (e ? KafkaJSError : Error)) {} if (e.cause?.cause?.cause?.cause.type == null) {} if ([e.type, , ...e].includes(e)) {} if (new Set(e).has(e.code) || new Map([[1]]).has(e)) {} if ('type' in e && (e.code & 1)) {} if (e.type?.startsWith('A') && /A/.test(e.message)) {} while (e = e.cause) ; e = e || (e.type, e); throw e ?? e.x; } }`,
    ),
  ],
  'a producer made in odd ways': [
    around(
      `const make = () => make; export const a = make().producer({}), b = new (class { p = producer })().p, c = { get p() { return producer; }, set p(v) {}, async *x() {}, ['y' + 1]: producer, __proto__: producer }; c.p.transaction(); ({ ...c }).p.transaction(); (() => producer)().transaction(); (function () { return this; }).call(producer).transaction(); Reflect.get(producer, 'x'); globalThis.p = producer; eval('producer');`,
    ),
  ],
  'regular expressions, big numbers and odd literals': [
    around(
      'export const x = [/a/v, 1n ** 2n, 0b1, 1_000, `a${`b${producer}`}`, "\\u{1F600}", null, undefined, NaN, -0]; "use strict"; debugger; ;;; {}',
    ),
  ],
  'callbacks of node-rdkafka in odd places': [
    `const { Producer } = require('node-rdkafka'); const p = new Producer({ 'transactional.id': 'x' }, {}); p.initTransactions(); p.beginTransaction(null); p.commitTransaction(1, 2, 3, p); p.abortTransaction(p.abortTransaction); p.on('event.error', p.commitTransaction.bind(p)); p.produce(); p.sendOffsetsToTransaction((e) => p.commitTransaction((f = e, ...g) => { throw f ?? g; })); require('util').promisify(p.commitTransaction)(p.commitTransaction()); setTimeout(p.abortTransaction, 1, (e) => e.code);`,
    'a.cjs',
  ],
  'very deep nesting': [
    around(
      `export const x = async () => { ${'try { '.repeat(60)} await producer.transaction(); ${'} catch (e) { } '.repeat(60)} };`,
    ),
  ],
  'very many branches': [
    around(
      `export async function run(a) { const tx = await producer.transaction(); ${'if (a()) await tx.send({}); '.repeat(80)} await tx.commit(); }`,
    ),
  ],
  'very many loops in loops': [
    around(
      `export async function run(a) { ${'for (const b of a) { try { '.repeat(12)} const tx = await producer.transaction(); await tx.send({ a }); await tx.commit(); ${'} catch (e) { a = e; } } '.repeat(12)} }`,
    ),
  ],
  'a very long expression': [around(`export const x = ${'producer.transaction() && '.repeat(400)} 1;`)],
};

describe('no program makes a rule throw', () => {
  it.each(Object.entries(ODD_PROGRAMS))('%s', (_, [code, filename = 'a.js']) => {
    expect(() => lint(code, filename)).not.toThrow();
  });
});

const corpus = ['correct', 'lookalikes', 'mistakes'].flatMap((folder) => {
  const full = path.join(import.meta.dirname, 'programs', folder);
  return readdirSync(full)
    .filter((file) => /\.[cm]?[jt]s$/.test(file))
    .map((file) => ({ file, code: readFileSync(path.join(full, file), 'utf8') }));
});

/** The statements of a program that stand in lists, nested ones included, by their ranges. */
function statementsOf(code: string, filename: string): [number, number][] {
  const ranges: [number, number][] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) {
        if (isNode(item) && /Statement$|Declaration$/.test(item.type)) ranges.push(item.range);
        visit(item);
      }
    } else if (isNode(value)) {
      for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
    }
  };
  visit(parse(code, { filePath: filename, range: true }).body);
  return ranges;
}

const isNode = (value: unknown): value is TSESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value;

type Mutation = readonly ['delete' | 'double' | 'swap', number, number];

const clash = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[1] && b[0] < a[1];

/** Deletes, doubles or swaps statements of a program. */
function mutated(code: string, filename: string, [how, one, other]: Mutation): string {
  const statements = statementsOf(code, filename);
  const first = statements[one % statements.length];
  const second = statements[other % statements.length];
  if (!first || !second) return code;
  const text = code.slice(...first);
  if (how === 'delete') return code.slice(0, first[0]) + ';' + code.slice(first[1]);
  if (how === 'double') return `${code.slice(0, first[1])}\n${text}${code.slice(first[1])}`;
  if (clash(first, second)) return code;
  const [a, b] = first[0] < second[0] ? [first, second] : [second, first];
  return (
    code.slice(0, a[0]) + code.slice(...b) + code.slice(a[1], b[0]) + code.slice(...a) + code.slice(b[1])
  );
}

describe('no mutation of a program of the corpus', () => {
  it('makes a rule throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...corpus),
        fc.array(
          fc.tuple(
            fc.constantFrom('delete' as const, 'double' as const, 'swap' as const),
            fc.nat(),
            fc.nat(),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        ({ file, code }, mutations) => {
          let text = code;
          for (const mutation of mutations) {
            const next = mutated(text, file, mutation);
            if (parses(next, file)) text = next;
          }
          lint(text, file);
        },
      ),
      { numRuns: 300, includeErrorInReport: true },
    );
  });
});
