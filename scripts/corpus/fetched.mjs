import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../built-plugin.mjs';

const cache = join(root, '.cache', 'corpus');

/** Runs a command, which has to succeed. */
function run(
  /** @type {string} */ command,
  /** @type {readonly string[]} */ args,
  /** @type {string} */ cwd,
) {
  const child = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (child.status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed: ${child.stderr}`);
  }
  return child.stdout;
}

/**
 * The folder that holds a package's files. What has been fetched once is kept.
 *
 * @param {string} id Name and version.
 */
export function fetched(id) {
  const folder = join(cache, id.replace('/', '+'));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = run('npm', ['pack', '--silent', '--ignore-scripts', id], unfinished)
    .trim()
    .split('\n')
    .at(-1);
  run('tar', ['-xzf', archive ?? '', '--strip-components=1'], unfinished);
  rmSync(join(unfinished, archive ?? ''));
  renameSync(unfinished, folder);
  return folder;
}

/** The files of a folder that a linter reads; declarations have nothing that runs. */
export function sourcesIn(/** @type {string} */ folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
