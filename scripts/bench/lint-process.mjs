// Lints a folder in a process of its own and writes down what that took. Arguments: the folder and the name of a setup.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { builtPlugin } from '../built-plugin.mjs';
import { Clock, configOf, emptyPlugin, processorTime, timedPlugin } from './measured.mjs';

/** @typedef {import('eslint').Linter.Config} Config */
/** @typedef {import('eslint').ESLint.Plugin} Plugin */
/** @typedef {'nothing' | 'this plugin' | 'promise' | 'sonarjs' | 'typed nothing' | 'no-floating-promises'} Setup */
/** @typedef {{ lint: number, rules: number, memory: number, reports: number }} Usage Milliseconds, and mebibytes. */

const parser = /** @type {import('eslint').Linter.Parser} */ (tseslint.parser);

/**
 * The rules of another plugin that its recommended configuration switches on, or the one that is asked for.
 *
 * @param {string} namespace
 * @param {Plugin} plugin
 * @param {Config['rules']} rules
 * @returns {Config[]}
 */
function peer(namespace, plugin, rules) {
  const [languages = {}, rest = {}] = configOf({ rules: {} }, parser);
  return [languages, { ...rest, plugins: { [namespace]: plugin }, rules: rules ?? {} }];
}

/**
 * @param {Setup} setup
 * @param {string} folder
 * @param {Clock} clock
 * @returns {Promise<Config[]>}
 */
async function setupOf(setup, folder, clock) {
  const typed = /** @type {Config} */ ({
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: folder } },
  });
  switch (setup) {
    case 'nothing':
      return configOf(emptyPlugin(await builtPlugin()), parser);
    case 'this plugin':
      return configOf(timedPlugin(await builtPlugin(), clock), parser);
    case 'promise': {
      const { default: promise } = await import('eslint-plugin-promise');
      return peer('promise', timedPlugin(promise, clock), promise.configs['flat/recommended'].rules);
    }
    case 'sonarjs': {
      const { default: sonarjs } = await import('eslint-plugin-sonarjs');
      return peer(
        'sonarjs',
        timedPlugin(/** @type {Plugin} */ (sonarjs), clock),
        /** @type {Config} */ (sonarjs.configs?.['recommended']).rules,
      );
    }
    case 'typed nothing':
      return [...configOf(emptyPlugin(await builtPlugin()), parser), typed];
    case 'no-floating-promises':
      return [
        ...peer(
          '@typescript-eslint',
          timedPlugin(/** @type {Plugin} */ (/** @type {unknown} */ (tseslint.plugin)), clock),
          { '@typescript-eslint/no-floating-promises': 'error' },
        ),
        typed,
      ];
  }
}

/**
 * @param {string} folder
 * @param {Setup} setup
 * @returns {Promise<Usage>}
 */
async function usageOf(folder, setup) {
  const clock = new Clock();
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: await setupOf(setup, folder, clock),
  });
  const start = processorTime();
  const results = await eslint.lintFiles(['**/*.{ts,mjs,cjs}']);
  const lint = processorTime() - start;
  const messages = results.flatMap((result) => result.messages);
  const broken = messages.find(({ ruleId }) => ruleId === null);
  if (broken) throw new Error(`A file does not parse: ${broken.message}`);
  return {
    lint,
    rules: clock.take(),
    memory: process.resourceUsage().maxRSS / 1024,
    reports: messages.length,
  };
}

/**
 * What linting a folder with a setup takes in a process of its own.
 *
 * @param {string} folder
 * @param {Setup} setup
 * @returns {Usage}
 */
export function lintedApart(folder, setup) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), folder, setup], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`Linting with ${setup} failed.`);
  return JSON.parse(child.stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '', setup = 'nothing'] = process.argv;
  const usage = await usageOf(join(folder), /** @type {Setup} */ (setup));
  process.stdout.write(JSON.stringify(usage));
}
