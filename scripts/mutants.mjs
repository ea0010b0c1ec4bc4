// Changes the analysis in one place at a time, as a mistake would, and asks the tests whether they notice: each of the changes has to
// make one fail. `npm run mutants -- finally` takes those with that word in their name or file.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './built-plugin.mjs';
import { MUTANTS } from './mutants/mutants.mjs';
import { table } from './table.mjs';

/** Where the changed sources are tested: beside the repository's, which stay as they are. */
const folder = join(root, '.cache', 'mutants');
/** The tests that are asked, one group after the other, until one of them notices. */
const GROUPS = [
  ['tests/docs.test.ts'],
  ['tests/rules', 'tests/flow'],
  ['tests/taxonomy', 'tests/clients', 'tests/model', 'tests/programs.test.ts'],
  ['tests/fixes', 'tests/map', 'tests/examples', 'tests/oracle', 'tests/robustness.test.ts'],
];

const words = process.argv.slice(2);
const chosen = MUTANTS.filter(
  ({ name, file }) => words.length === 0 || words.some((word) => `${name} ${file}`.includes(word)),
);

/** What a change makes of a file. It has to fit: a mutant of code that is gone is none. */
function changed(/** @type {import('./mutants/mutants.mjs').Mutant} */ { name, file, from, to }) {
  const text = readFileSync(join(root, file), 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) {
    throw new Error(`"${name}": the text to change stands ${places} times in ${file}:\n${from}`);
  }
  return text.replace(from, () => to);
}

/**
 * The first of some tests that fails, if one does.
 *
 * @param {readonly string[]} tests
 * @returns {string | undefined}
 */
function failingOf(tests) {
  const report = join(folder, '.cache', 'report.json');
  rmSync(report, { force: true });
  const child = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      ...[
        'run',
        '--bail=1',
        '--no-isolate',
        '--testTimeout=900000',
        '--maxWorkers=1',
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      ...tests,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (!existsSync(report)) throw new Error(`The tests did not run:\n${child.stdout}\n${child.stderr}`);
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, status, assertionResults } of testResults) {
    const test = assertionResults.find((result) => result.status === 'failed');
    const file = name.slice(folder.length + 1).replaceAll('\\', '/');
    if (test) return `${file}: ${test.fullName}`;
    if (status === 'failed' && assertionResults.length === 0) return `${file} does not load`;
  }
  return child.status === 0 ? undefined : `the tests end with ${child.status}`;
}

/** The groups whose tests all pass without any change, as far as that was asked. */
let sound = 0;

/** The first test that fails, if one does, for a change of a file. */
function killerOf(
  /** @type {import('./mutants/mutants.mjs').Mutant} */ { file },
  /** @type {string} */ text,
) {
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  for (const [index, tests] of GROUPS.entries()) {
    if (index === sound) {
      const unchanged = failingOf(tests);
      if (unchanged !== undefined) throw new Error(`Without any change: ${unchanged}`);
      sound += 1;
    }
    writeFileSync(path, text);
    const found = failingOf(tests);
    writeFileSync(path, original);
    if (found !== undefined) return found;
  }
  return undefined;
}

const changes = chosen.map((mutant) => ({ mutant, text: changed(mutant) }));

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, '.cache'), { recursive: true });
for (const name of [
  'src',
  'tests',
  'docs',
  'examples',
  'scripts',
  'README.md',
  'package.json',
  'tsconfig.json',
  'tsdown.config.ts',
  'vitest.config.ts',
]) {
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
}
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
const build = spawnSync('npm', ['run', 'build', '--silent'], {
  cwd: folder,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (build.status !== 0) throw new Error(`The copy does not build:\n${build.stderr}`);
const rows = [];
let survivors = 0;
for (const { mutant, text } of changes) {
  const killer = killerOf(mutant, text);
  if (killer === undefined) survivors += 1;
  process.stderr.write(`${mutant.name} (${mutant.file}): ${killer ?? 'NOBODY NOTICES'}\n`);
  rows.push([mutant.name, mutant.file.replace('src/', ''), killer?.split(':')[0] ?? 'survives']);
}
process.stdout.write(
  `${table(['Change', 'File', 'Noticed by'], rows)}
${rows.length - survivors} of ${rows.length} noticed.
`,
);
if (survivors > 0) process.exitCode = 1;
