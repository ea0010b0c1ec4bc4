import vm from 'node:vm';
import type { Analysis } from '../../../src/flow/analysis.js';
import { variantTable } from '../../../src/flow/errors.js';
import { analysisOfText } from '../comparison/analysed.js';
import { explored, type Call, type Explored } from '../comparison/explored.js';
import { byEffect, groupsOf, RAISING, type Groups } from '../comparison/groups.js';
import { disagreementsBetween, type Disagreement } from '../comparison/reported.js';
import { errorOf } from '../fakes/error-of.js';
import { fakes } from '../fakes/index.js';
import { plainProgram } from '../program.js';
import type { Driver } from '../run.js';
import type { GeneratedProgram } from './program-text.js';

/** The analysis of a generated program. */
export function analysisOfProgram({ text }: GeneratedProgram): Analysis {
  const analysis = analysisOfText(text);
  if (!analysis) throw new Error(`No analysis of\n${text}`);
  return analysis;
}

const testsOf = (program: GeneratedProgram): readonly ((error: unknown) => boolean)[] =>
  program.tests.map((test) => {
    const answer = vm.compileFunction(`return Boolean(${test});`, ['e'], {
      contextExtensions: [program.dialect.classes],
    }) as (error: unknown) => boolean;
    return answer;
  });

/** The errors of the client, put together where the program's tests do not tell them apart. */
function groupsOfProgram(program: GeneratedProgram): Groups {
  const { client, style } = program.dialect;
  const tests = testsOf(program);
  return groupsOf(client, style, (error) => tests.map((test) => test(error)).join());
}

/** A thing whose every field is a text of its own. */
const thing = (name: string): object =>
  new Proxy({}, { get: (_, field) => (typeof field === 'string' ? `${name} ${field}` : undefined) });

const ITEMS = [thing('one'), thing('two')];
const ORDER = thing('order');
const NEXT = thing('next');

/** Errors of the application's own: a plain one, and for each of the program's tests one that passes it. */
function mishapsOf(program: GeneratedProgram): (() => Error)[] {
  const { client, style } = program.dialect;
  if (program.runText === program.text) return [() => new Error('the application')];
  const variants = RAISING.flatMap((operation) => variantTable(client, operation, style).variants);
  const passing = testsOf(program).flatMap((test) => {
    const found = variants.find((variant) => test(errorOf(client, variant)));
    return found ? [() => errorOf(client, found)] : [];
  });
  return [() => new Error('the application'), ...passing];
}

/** What a program is called with: its flags in every combination, with items and without, and what goes wrong on its side. */
function* callsOf(program: GeneratedProgram): Generator<Call> {
  const lists = program.hasItems ? [ITEMS, []] : [ITEMS];
  const values = (flag: string) => (program.flags.includes(flag) ? [true, false] : [true]);
  for (const [at, mishap] of mishapsOf(program).entries()) {
    for (const items of lists) {
      for (const a of values('a')) {
        for (const b of values('b')) {
          const driver: Driver = {
            moduleOf: (_, { recorder }) => ({ mishap: () => recorder.mishap(mishap()) }),
            drive: (exports, running) => {
              const entry = exports['run'] as (...args: readonly unknown[]) => unknown;
              running.call('run', () => entry(ORDER, items, NEXT, a, b));
            },
          };
          // That an error of the application's own looks like one of the client's need not be thought of.
          yield { driver, isOdd: at > 0 };
        }
      }
    }
  }
}

/** Runs a program for every group of errors at every call, and with a second failure in what it does then. */
export function runsOf(program: GeneratedProgram): Promise<Explored> {
  const groups = groupsOfProgram(program);
  const effects = byEffect(program.dialect.client, groups);
  return explored({
    program: plainProgram('generated.js', program.runText),
    backEnd: fakes,
    asksAlways: true,
    calls: callsOf(program),
    groupsFor: ({ operation }) => groups.get(operation) ?? [],
    effectsFor: ({ operation }) => effects.get(operation) ?? [],
    testsErrors: program.tests.length > 0,
  });
}

/** Compares what the analysis finds in a program with what its runs show. */
export async function disagreementsOf(
  program: GeneratedProgram,
): Promise<{ all: Disagreement[]; runs: number }> {
  const result = await runsOf(program);
  return { all: disagreementsBetween(analysisOfProgram(program), result), runs: result.runs };
}
