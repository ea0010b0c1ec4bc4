// Compares what the rules report with what programs do: 200,000 generated programs, or as many as --programs says.
//
//   npm run prove -- [--programs 200000] [--seed 1] [--choices 30]

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    choices: { type: 'string', default: '30' },
  },
});

/** @param {'programs' | 'seed' | 'choices'} name */
function numberOf(name) {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new RangeError(`--${name} is not a whole number above 0: ${values[name]}`);
  }
  return number;
}

const wanted = numberOf('programs');
const first = numberOf('seed');
const choices = numberOf('choices');
/** How many programs a search makes; each has a seed of its own, so that a long run can be taken up again. */
const BATCH = 1_000;

const folder = new URL('../tests/oracle/generated/', import.meta.url);
/** @param {string} file */
const load = async (file) => (await runnerImport(fileURLToPath(new URL(file, folder)))).module;
const { DIALECTS } = /** @type {typeof import('../tests/oracle/generated/dialect.js')} */ (
  await load('dialect.ts')
);
const { search } = /** @type {typeof import('../tests/oracle/generated/search.js')} */ (
  await load('search.ts')
);

const started = Date.now();
let programs = 0;
let runs = 0;
for (let seed = first; programs < wanted; seed++) {
  for (const dialect of DIALECTS) {
    if (programs >= wanted) break;
    const done = await search(dialect, { programs: Math.min(BATCH, wanted - programs), seed, choices });
    programs += done.programs;
    runs += done.runs;
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(
      `${programs} of ${wanted} programs, ${runs} runs, no disagreement, seed ${seed}, ${seconds} s\n`,
    );
  }
}
