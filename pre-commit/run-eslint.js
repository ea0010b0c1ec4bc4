#!/usr/bin/env node
// The command of the hooks in .pre-commit-hooks.yaml: ESLint, with one of the presets and no other configuration.
//
//   kafka-transactions-hook <preset> [what ESLint's own command takes]
//
// pre-commit packs the repository and installs the package, together with this folder and with what else the hook names, in
// an environment of its own. dist is not in the repository, and npm builds nothing here: .npmrc forbids scripts, since those of
// two clients among the development dependencies compile for minutes. So the first run builds what the package lacks.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// pre-commit names the environment's packages in NODE_PATH, which only require looks at.
const require = createRequire(import.meta.url);
const plugin = path.dirname(require.resolve('eslint-plugin-kafka-transactions/package.json'));
const entry = path.join(plugin, 'dist/index.js');

if (!existsSync(entry)) {
  // Hooks run in several processes at once: a half written file must never stand there.
  const draft = path.join(plugin, 'dist', `index.${process.pid}.js`);
  mkdirSync(path.dirname(draft), { recursive: true });
  await require('esbuild').build({
    entryPoints: [path.join(import.meta.dirname, '../src/index.ts')],
    outfile: draft,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['@typescript-eslint/utils'],
    logLevel: 'error',
  });
  renameSync(draft, entry);
}

const [preset, ...rest] = process.argv.slice(2);
const eslint = createRequire(entry).resolve('eslint/package.json');
const { status, error } = spawnSync(
  process.execPath,
  [
    path.join(path.dirname(eslint), 'bin/eslint.js'),
    ...['--config', path.join(import.meta.dirname, 'hook.config.js'), '--no-warn-ignored'],
    ...rest,
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, KAFKA_TRANSACTIONS_PRESET: preset, KAFKA_TRANSACTIONS_PLUGIN: entry },
  },
);
if (error) throw error;
process.exitCode = status ?? 1;
