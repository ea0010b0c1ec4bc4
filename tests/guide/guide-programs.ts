import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { profileOf, type CallStyle, type ClientId } from '../../src/clients/index.js';
import type { Operation } from '../../src/taxonomy/index.js';
import type { ConsumedRecord } from '../oracle/back-end.js';
import { compiledProgram, type Program } from '../oracle/program.js';
import type { Driver } from '../oracle/run.js';
import type { Fault, Trace } from '../oracle/trace.js';

/** A program of a page of the guide, and the heading that it stands under. */
export interface GuideProgram {
  readonly heading: string;
  readonly program: Program;
}

/**
 * The programs of a page.
 *
 * @param page - The page's name, without its ending.
 * @param more - What is written behind the text of each.
 */
export function programsOf(page: string, more = ''): readonly GuideProgram[] {
  const file = path.join(import.meta.dirname, '../../docs/guide', `${page}.md`);
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^```(js|ts)\n([^]*?)^```/gm)].map(
    ({ index, 1: language = '', 2: code = '' }) => ({
      heading:
        text
          .slice(0, index)
          .match(/^## .*$/gm)
          ?.at(-1)
          ?.slice('## '.length) ?? '',
      program: compiledProgram(`guide.${language}`, code + more),
    }),
  );
}

/** The program that stands under a heading. */
export function programUnder(programs: readonly GuideProgram[], heading: string): Program {
  const found = programs.find((one) => one.heading === heading);
  if (!found) throw new Error(`The guide has no program under ${heading}`);
  return found.program;
}

/** Every way in which an operation can fail; `always`: from then on. */
export function failuresOf(
  client: ClientId,
  operation: Operation,
  style: CallStyle,
  repeats: Fault['repeats'] = 'once',
): Fault[] {
  return profileOf(client)
    .variantsOf(operation, style)
    .map((variant) => ({ operation, occurrence: 1, repeats, variant }));
}

const require = createRequire(import.meta.url);

/** Calls one of the functions that a program exports, as soon as it is loaded. */
export const calling = (name: string, ...args: readonly unknown[]): Driver => ({
  moduleOf: (specifier) => {
    if (specifier === '@nestjs/common') return { Injectable: () => () => undefined };
    return specifier.startsWith('node:') ? (require(specifier) as unknown) : undefined;
  },
  drive: (exports, running) => {
    running.call(name, async () => {
      await running.loaded;
      return (exports[name] as (...given: unknown[]) => unknown)(...args);
    });
  },
});

/** What transactions were begun, used and ended: each call and how it ended. */
export const told = ({ deeds }: Trace): string[] =>
  deeds
    .filter(({ operation }) => operation !== 'create' && operation !== 'close')
    .map(({ operation, outcome }) => `${operation} ${outcome}`);

/** How the function that was called has ended, and with what. */
export function endOf({ entries }: Trace, name: string): { outcome: string | undefined; value: unknown } {
  const entry = entries.find((one) => one.name === name);
  return { outcome: entry?.outcome, value: entry?.value };
}

/** What the first call that failed has failed with. */
export const firstErrorOf = ({ deeds }: Trace): unknown =>
  deeds.find(({ outcome }) => outcome === 'failed')?.error;

/** A record to read. */
export const CONSUMED: ConsumedRecord = {
  topic: 'orders',
  partition: 0,
  offset: 41,
  key: 'customer',
  value: 'an order',
};
