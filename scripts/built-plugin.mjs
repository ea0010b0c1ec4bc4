import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's root. */
export const root = resolve(import.meta.dirname, '..');

const built = join(root, 'dist', 'index.js');

/** @returns {boolean} Whether the build is missing or older than a source. */
function isStale() {
  if (!existsSync(built)) {
    return true;
  }
  const builtAt = statSync(built).mtimeMs;
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs > builtAt);
}

/**
 * The plugin as its users get it, built first if it has to be.
 *
 * @returns {Promise<import('eslint').ESLint.Plugin & { configs: Record<string, import('eslint').Linter.Config | import('eslint').Linter.Config[]> }>}
 */
export async function builtPlugin() {
  if (isStale()) {
    const build = spawnSync('npm', ['run', 'build', '--silent'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (build.status !== 0) {
      throw new Error('The plugin does not build: npm run build says why.');
    }
  }
  const name = 'eslint-plugin-kafka-transactions';
  return (await import(name)).default;
}
