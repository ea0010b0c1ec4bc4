import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../src/clients/index.js';
import type { Operation } from '../../src/taxonomy/index.js';
import { fakes } from '../oracle/fakes/index.js';
import { compiledProgram } from '../oracle/program.js';
import { run, type Driver } from '../oracle/run.js';
import type { Fault, Trace } from '../oracle/trace.js';

const text = readFileSync(path.join(import.meta.dirname, '../../docs/guide/kafkajs.md'), 'utf8');

/** The programs of the guide that publish, by the heading that they stand under. */
const programs = [...text.matchAll(/^```js\n([^]*?)^```/gm)]
  .filter(([, code]) => code?.includes('export async function publish'))
  .map(({ index, 1: code = '' }) => ({
    heading:
      text
        .slice(0, index)
        .match(/^## .*$/gm)
        ?.at(-1) ?? '',
    program: compiledProgram('guide.js', code),
  }));

const publishing: Driver = {
  drive: (exports, running) => {
    const publish = exports['publish'] as (messages: unknown) => unknown;
    running.call('publish', () => publish([{ value: 'an order' }]));
  },
};

/** Every way in which an operation can fail. */
const failuresOf = (operation: Operation): Fault[] =>
  profileOf('kafkajs')
    .variantsOf(operation, 'promise')
    .map((variant) => ({ operation, occurrence: 1, repeats: 'once', variant }));

const told = ({ deeds }: Trace): string[] =>
  deeds
    .filter(({ operation }) => /begin|send|commit|abort/.test(operation))
    .map(({ operation, outcome }) => `${operation} ${outcome}`);

const ended = ({ entries }: Trace): string | undefined =>
  entries.find(({ name }) => name === 'publish')?.outcome;

describe.each(programs)('$heading', ({ program }) => {
  it('publishes', async () => {
    const trace = await run(program, fakes, { driver: publishing });

    expect(told(trace)).toEqual(['begin ok', 'send ok', 'commit ok']);
    expect(ended(trace)).toBe('returned');
  });

  it.each(failuresOf('send'))(
    'after $variant.row of the send it aborts once, sends no more and fails',
    async (fault) => {
      const trace = await run(program, fakes, { driver: publishing, faults: [fault] });

      expect(told(trace)).toEqual(['begin ok', 'send failed', 'abort ok']);
      expect(ended(trace)).toBe('threw');
    },
  );

  it.each(failuresOf('commit'))(
    'after $variant.row of the commit it neither aborts nor sends again, and fails',
    async (fault) => {
      const trace = await run(program, fakes, { driver: publishing, faults: [fault] });

      expect(told(trace)).toEqual(['begin ok', 'send ok', 'commit failed']);
      expect(ended(trace)).toBe('threw');
    },
  );
});

it('runs the programs of the guide', () => {
  expect(programs.map(({ heading }) => heading)).toEqual([
    '## Publishing',
    '## A producer in place of one that is done for',
  ]);
});

describe('a producer in place of one that is done for', () => {
  const program = programs.at(-1)?.program;

  it.each(failuresOf('commit'))('publishes the next after $variant.row of a commit', async (fault) => {
    if (!program) throw new Error('There is no such program');
    const trace = await run(program, fakes, {
      driver: {
        drive: (exports, running) => {
          const publish = exports['publish'] as (messages: unknown) => Promise<void>;
          running.call('publish', async () => {
            await publish([{ value: 'an order' }]).catch(() => undefined);
            await publish([{ value: 'another' }]);
          });
        },
      },
      faults: [fault],
    });
    const producers = trace.deeds
      .filter(({ operation }) => operation === 'begin')
      .map(({ producer }) => producer);

    expect(told(trace).slice(3)).toEqual(['begin ok', 'send ok', 'commit ok']);
    expect(new Set(producers).size).toBe(2);
    expect(ended(trace)).toBe('returned');
  });
});
