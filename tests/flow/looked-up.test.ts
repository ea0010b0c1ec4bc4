import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

/** A program that prepares something while its transaction is open, and then sends. */
const program = (prepared: string, sent: string, before = ''): string => `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['broker:9092'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(records) {
  ${before}
  const transaction = await producer.transaction();
  ${prepared}
  try {
    ${sent}
  } catch (error) {
    await transaction.abort().catch(() => undefined);
    throw error;
  }
  await transaction.commit();
}
`;
const each = (entries: string, body: string): string => `for (const [topic, messages] of ${entries}) ${body}`;

/** Ways to group records by a key, and what gives the groups. */
const GROUPED: readonly (readonly [string, string])[] = [
  [
    'const m = new Map(); for (const r of records) { if (!m.has(r.t)) m.set(r.t, []); m.get(r.t).push(r); }',
    'm',
  ],
  [
    'const m = new Map(); for (const r of records) { if (m.has(r.t)) m.get(r.t).push(r); else m.set(r.t, [r]); }',
    'm',
  ],
  [
    'const m = new Map(); for (const r of records) { let l = m.get(r.t); if (!l) { l = []; m.set(r.t, l); } l.push(r); }',
    'm',
  ],
  [
    'const o = {}; for (const r of records) { if (!o[r.t]) o[r.t] = []; o[r.t].push(r); }',
    'Object.entries(o)',
  ],
  [
    'const o = {}; for (const r of records) { if (o[r.t]) o[r.t].push(r); else o[r.t] = [r]; }',
    'Object.entries(o)',
  ],
  [
    'const o = {}; for (const r of records) { if (!Object.hasOwn(o, r.t)) o[r.t] = []; o[r.t].push(r); }',
    'Object.entries(o)',
  ],
  [
    'const o = records.reduce((all, r) => { all[r.t] = all[r.t] || []; all[r.t].push(r); return all; }, {});',
    'Object.entries(o)',
  ],
  [
    'const m = records.reduce((all, r) => { if (!all.has(r.t)) all.set(r.t, []); all.get(r.t).push(r); return all; }, new Map());',
    'm',
  ],
];

describe('records that are grouped by a key', () => {
  it.each(GROUPED)('are there when the key is asked for: %s', (grouped, entries) => {
    expect(reports(program(grouped, each(entries, 'await transaction.send({ topic, messages });')))).toEqual(
      [],
    );
  });

  it.each(GROUPED)('may be any number: %s', (grouped, entries) => {
    for (const body of [
      '{ if (messages.length > 0) transaction.send({ topic, messages }); }',
      '{ if (messages.length === 0) continue; transaction.send({ topic, messages }); }',
      '{ for (const message of messages) transaction.send({ topic, messages: [message] }); }',
    ])
      expect(reports(program('', each(entries, body), grouped)), body).toEqual([
        expect.stringContaining('no-floating-transaction-call'),
      ]);
  });
});

describe('what is looked up', () => {
  it.each([
    ['in a Map of entries', "const first = new Map(records.map((r) => [r.id, r])).get('a').topic;", 'first'],
    [
      'in a list',
      "const kind = [{ id: 1, name: 'a' }, { id: 2, name: 'b' }].find((k) => k.id === records.length).name;",
      'kind',
    ],
    [
      'in an object that was filled',
      'const o = {}; Object.assign(o, { list: records }); o.list.forEach((r) => { r.x = 1; });',
      'o.list[0].topic',
    ],
    [
      'among counters',
      'const counts = {}; for (const r of records) { counts[r.k] = counts[r.k] || { n: 0 }; counts[r.k].n++; }',
      'String(counts)',
    ],
  ])('is there where nobody asks whether it is: %s', (_, prepared, topic) => {
    expect(
      reports(program(prepared, `await transaction.send({ topic: ${topic}, messages: records });`)),
    ).toEqual([]);
  });

  it('lets the program go on', () => {
    expect(
      reports(
        program(
          '',
          'transaction.send({ topic: o.list[0].topic, messages: o.list });',
          'const o = {}; Object.assign(o, { list: records });',
        ),
      ),
    ).toEqual([expect.stringContaining('no-floating-transaction-call')]);
  });
});

describe('a handle that is put into something that others have', () => {
  const kept = (declared: string, begun: string): string => `
import { Producer, type Transaction } from '@platformatic/kafka';
interface Entry { producer: Producer; tx?: Transaction }
${declared}
export async function begin(id: string) { ${begun} }
`;

  it.each([
    [
      'const entries = new Map<string, Entry>();',
      'const e = entries.get(id)!; e.tx = await e.producer.beginTransaction();',
    ],
    [
      'const state: { conn?: Entry } = {};',
      'const c = state.conn!; c.tx = await c.producer.beginTransaction();',
    ],
    [
      "import { entryOf } from './entries.js';",
      'const e: Entry = entryOf(id); e.tx = await e.producer.beginTransaction();',
    ],
    [
      'const shared = new Map<string, { tx?: Transaction }>(); declare const producer: Producer;',
      'const s: { tx?: Transaction } = {}; shared.set(id, s); s.tx = await producer.beginTransaction();',
    ],
  ])('can end the transaction: %s %s', (declared, begun) => {
    expect(reports(kept(declared, begun), 'program.ts')).toEqual([]);
  });

  it('is lost in an object that nobody else has', () => {
    expect(
      reports(
        kept(
          'declare const producer: Producer;',
          'const s: { tx?: Transaction } = {}; s.tx = await producer.beginTransaction();',
        ),
        'program.ts',
      ),
    ).toEqual([expect.stringContaining('require-transaction-end')]);
  });
});
