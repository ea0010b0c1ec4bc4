// What ESLint is told when a hook runs it: see run-eslint.js, which sets the two variables.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { KAFKA_TRANSACTIONS_PRESET: preset, KAFKA_TRANSACTIONS_PLUGIN: entry } = process.env;
const { default: plugin } = await import(pathToFileURL(entry).href);
const parser = createRequire(import.meta.url)('@typescript-eslint/parser');

if (!Object.hasOwn(plugin.configs, preset)) {
  throw new Error(`The preset is "${preset}", but must be one of ${Object.keys(plugin.configs).join(', ')}.`);
}

export default [
  // Comments that speak to the rules of the consumer's own ESLint are not unused because they are not switched on here.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    // For JavaScript, too: this parser takes scripts as well as modules, whatever the consumer's files are.
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    ...plugin.configs[preset],
  },
];
