import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import * as espree from 'espree';
import * as parser from '@typescript-eslint/parser';
import { builtPlugin } from '../built-plugin.mjs';
import { broken, sown } from './changed-programs.mjs';

/** @typedef {import('eslint').Linter.Config} Config */

/**
 * Something to lint: a file as it is, though as if it spoke of Kafka, so that it is analysed; with Kafka's names sown into it; or a
 * number of broken versions of it.
 *
 * @typedef {{ file: string, kind: 'opened' | 'sown' } | { file: string, kind: 'broken', seed: number, count: number }} Job
 */

/**
 * What came of a job: how many programs were linted and how many did not parse, what was reported of a file as it is, the error of a
 * crash, and how long the slowest took, in milliseconds.
 *
 * @typedef {{ linted: number, unparsable: number, reports: string[], crashes: string[], slowest: number }} Result
 */

const plugin = await builtPlugin();
const strict = [plugin.configs['strict'] ?? []].flat();
const linter = new Linter();
/** ESLint lints no file but JavaScript that only a pattern for all files matches. */
const FILES = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];

/** The configuration for a file: TypeScript is parsed by typescript-eslint, JavaScript by ESLint's own parser. */
function configFor(/** @type {string} */ file, /** @type {string} */ code) {
  const typescript = /\.[cm]?tsx?$/.test(file);
  const isModule = typescript || /\.mjs$|\.module\.js$/.test(file) || /^\s*(import|export)\b/m.test(code);
  return /** @type {Config[]} */ ([
    {
      files: FILES,
      languageOptions: {
        parser: typescript ? parser : espree,
        ecmaVersion: 'latest',
        sourceType: isModule ? 'module' : file.includes('test262') ? 'script' : 'commonjs',
        parserOptions: { ecmaFeatures: { jsx: !typescript || file.endsWith('x') } },
      },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    },
    ...strict.map((config) => ({ ...config, files: FILES })),
  ]);
}

/** Lints a program and writes down what came of it. */
function lintProgram(/** @type {string} */ file, /** @type {string} */ code, /** @type {Result} */ result) {
  const start = performance.now();
  // The linter takes no file outside of the folder that it is in.
  const filename = `file${/\.[^./\\]+$/.exec(file)?.[0] ?? '.js'}`;
  try {
    const messages = linter.verify(code, configFor(file, code), { filename });
    if (messages.some(({ ruleId }) => ruleId === null)) {
      result.unparsable += 1;
    } else {
      result.linted += 1;
      result.reports.push(
        ...messages.map(({ line, ruleId }) => `${line} ${ruleId?.replace('kafka-transactions/', '')}`),
      );
    }
  } catch (error) {
    // A parser or ESLint's own scopes may give up on odd code, too; what a rule throws has the rule's name.
    if (error instanceof Error && 'ruleId' in error) {
      result.crashes.push(error.stack ?? error.message);
    } else {
      result.unparsable += 1;
    }
  }
  result.slowest = Math.max(result.slowest, performance.now() - start);
}

/**
 * Does a job.
 *
 * @param {Job} job
 * @returns {Result}
 */
export function resultOf(job) {
  const { file } = job;
  const code = readFileSync(file, 'utf8');
  /** @type {Result} */
  const result = { linted: 0, unparsable: 0, reports: [], crashes: [], slowest: 0 };
  switch (job.kind) {
    case 'opened':
      // The words by which a file is known that may work on transactions.
      lintProgram(file, `${code}\n// kafkajs transaction`, result);
      break;
    case 'sown':
      lintProgram(file, sown(code, code.length), result);
      break;
    case 'broken':
      for (const program of broken(code, file, job.seed, job.count)) lintProgram(file, program, result);
      break;
  }
  return result;
}
