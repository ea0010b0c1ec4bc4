import { expect, it } from 'vitest';
import { reported } from './reports.js';

const program = (made: string, given: string, asked: string): string => `
import { Kafka } from 'kafkajs';
import { fill } from './fill.js';
const kafka = new Kafka({ brokers: ['b'] });
const own = (list) => list.set ? list.set(1, 1) : list.push(1);
export async function publish(value) {
  const kept = ${made};
  ${given}
  ${asked} {
    const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
    const tx = await producer.transaction();
    await tx.send({ topic: 'a', messages: [{ value }] });
  }
}
`;
const opened = (...parts: Parameters<typeof program>): string[] =>
  reported('require-transaction-end', program(...parts));

it.each([
  ['new Map()', 'await fill(kept);', "if (kept.get('a'))"],
  ['[]', 'await fill(kept);', 'for (const one of kept)'],
  ['new Map()', 'own(kept);', "if (kept.get('a'))"],
  ['[]', 'own(kept);', 'for (const one of kept)'],
  ['new Map()', 'kept.set(value, value);', 'if (kept.get(value))'],
  ['new Map()', 'await fill((one) => kept.set(one, one));', "if (kept.get('a'))"],
])('%s, %s: something may be in it', (...parts) => {
  expect(opened(...parts)).toHaveLength(1);
});

it.each([
  ['new Map()', '', "if (kept.get('a'))"],
  ['[]', '', 'for (const one of kept)'],
])('%s: nothing is in it', (...parts) => {
  expect(opened(...parts)).toEqual([]);
});
