import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtPlugin } from '../built-plugin.mjs';
import { table } from '../table.mjs';
import { writtenTo } from './files-on-disk.mjs';
import { kafkaFiles } from './service-files.mjs';

const FILES = 500;
const ROUNDS = 2;
const require = createRequire(import.meta.url);

/** The program of a linter's package. */
const program = (/** @type {string} */ name, /** @type {string} */ path) =>
  join(dirname(require.resolve(`${name}/package.json`)), path);

const here = (/** @type {string} */ name) => pathToFileURL(join(import.meta.dirname, name)).href;

/** The linters, as people run them. Each gets the configuration with the plugin, or with one of as many rules that do nothing. */
const LINTERS = /** @type {const} */ ([
  {
    name: 'ESLint 10',
    run: (/** @type {string} */ config) => [program('eslint', 'bin/eslint.js'), '-c', config],
  },
  {
    name: 'ESLint 10, --concurrency 2',
    run: (/** @type {string} */ config) => [
      program('eslint', 'bin/eslint.js'),
      '-c',
      config,
      '--concurrency',
      '2',
    ],
  },
  {
    name: 'ESLint 10, --cache, nothing has changed',
    cached: true,
    run: (/** @type {string} */ config) => [
      program('eslint', 'bin/eslint.js'),
      ...['-c', config, '--cache', '--cache-location', `${config}.cache`],
    ],
  },
  {
    name: 'ESLint 9',
    run: (/** @type {string} */ config) => [program('eslint9', 'bin/eslint.js'), '-c', config],
  },
  {
    name: 'oxlint',
    run: (/** @type {string} */ config) => [
      program('oxlint', 'bin/oxlint'),
      ...['-c', config.replace('.config.mjs', '.json'), '--silent', '--no-ignore'],
    ],
  },
]);

/**
 * Runs a linter's program in the folder; gives the time that passes until it ends and what the processor worked, in milliseconds.
 *
 * @param {string} folder
 * @param {readonly string[]} command
 * @param {boolean} reports Does the linter have something to report?
 */
function timed(folder, command, reports) {
  const usage = join(folder, 'usage');
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--import', here('report-usage.mjs'), ...command, '.'], {
    cwd: folder,
    env: { ...process.env, BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const passed = performance.now() - start;
  if (child.status !== (reports ? 1 : 0)) throw new Error(`${command.join(' ')} failed.`);
  return { passed, worked: Number(readFileSync(usage, 'utf8')) };
}

/** The whole command, as people run it, with each linter. */
export async function benchLinters() {
  const plugin = await builtPlugin();
  // oxlint goes into no folder below a hidden one.
  const temporary = mkdtempSync(join(tmpdir(), 'bench-'));
  const folder = writtenTo('kafka', kafkaFiles(FILES), temporary);
  const names = Object.keys(plugin.rules ?? {});
  const rules = JSON.stringify(
    Object.fromEntries(names.map((name) => [`kafka-transactions/${name}`, 'error'])),
  );
  const configs = ['empty', 'ours'].map((variant) => {
    const module = join(folder, `${variant}-plugin.js`);
    writeFileSync(
      module,
      variant === 'empty'
        ? `export default { meta: { name: 'kafka-transactions' }, rules: Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, { create: () => ({}) }])) };\n`
        : `export { default } from ${JSON.stringify(here('../../dist/index.js'))};\n`,
    );
    const config = join(folder, `${variant}.config.mjs`);
    writeFileSync(
      config,
      `import plugin from ${JSON.stringify(pathToFileURL(module).href)};
import parser from ${JSON.stringify(pathToFileURL(require.resolve('@typescript-eslint/parser')).href)};
export default [
  { ignores: ['*.config.mjs', '*-plugin.js'] },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  { files: ['**/*.{ts,mjs,cjs}'], languageOptions: { parser }, plugins: { 'kafka-transactions': plugin }, rules: ${rules} },
];
`,
    );
    writeFileSync(
      join(folder, `${variant}.json`),
      `{ "jsPlugins": [${JSON.stringify(module)}], "categories": { "correctness": "off" }, "ignorePatterns": ["*.config.mjs", "*-plugin.js"], "rules": ${rules} }`,
    );
    return config;
  });
  const rows = LINTERS.map((linter) => {
    const best = configs.map(() => ({ passed: Infinity, worked: Infinity }));
    for (let round = 0; round < ROUNDS + ('cached' in linter ? 1 : 0); round += 1) {
      for (const [index, config] of configs.entries()) {
        const { passed, worked } = timed(folder, linter.run(config), index === 1);
        const known = best[index];
        if (!known || ('cached' in linter && round === 0)) continue;
        known.passed = Math.min(known.passed, passed);
        known.worked = Math.min(known.worked, worked);
      }
    }
    for (const config of configs) rmSync(`${config}.cache`, { force: true });
    const seconds = (/** @type {number} */ milliseconds) => (milliseconds / 1000).toFixed(2);
    return [linter.name, ...best.flatMap(({ worked, passed }) => [seconds(worked), seconds(passed)])];
  });
  rmSync(temporary, { recursive: true });
  return `${table(
    [
      `The command over ${FILES} files with transactions`,
      'An empty plugin: processor (s)',
      'until it ends (s)',
      'This plugin: processor (s)',
      'until it ends (s)',
    ],
    rows,
  )}
Fastest of ${ROUNDS} processes each, in turns.
`;
}
