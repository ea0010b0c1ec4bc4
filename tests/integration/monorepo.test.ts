import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint, type Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const cwd = join(root, 'examples', 'monorepo');

/** A configuration that the example's README shows, with the plugin as it is built. */
async function configOf(section: 'With types' | 'Without types'): Promise<Linter.Config[]> {
  const readme = readFileSync(join(cwd, 'README.md'), 'utf8');
  const code = /```js\n([^]*?)```/.exec(readme.slice(readme.indexOf(`## ${section}`)))?.[1] ?? '';
  // The plugin is not installed below the example: the same code stands where its name leads to this package.
  const file = join(root, '.cache', `monorepo-${section.replace(' ', '-')}.mjs`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, code.replace('import.meta.dirname', JSON.stringify(cwd)));
  const loaded = (await import(pathToFileURL(file).href)) as { default: Linter.Config[] };
  return loaded.default;
}

async function reportsWith(config: Linter.Config[]): Promise<string[]> {
  const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(['packages']);
  expect(results).toHaveLength(15);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => {
      const file = relative(cwd, filePath).split(sep).join('/');
      return `${file}:${line} ${ruleId ?? message}`;
    }),
  );
}

const MISTAKES = [
  'packages/billing/src/mistakes/charge-account.ts:14 kafka-transactions/no-abort-after-commit',
  'packages/billing/src/mistakes/close-month.ts:10 kafka-transactions/no-operation-outside-transaction',
  'packages/billing/src/mistakes/post-entries.ts:6 kafka-transactions/no-floating-transaction-call',
  'packages/billing/src/mistakes/refund-charge.ts:8 kafka-transactions/no-commit-after-failed-send',
  'packages/billing/src/mistakes/write-invoice.ts:7 kafka-transactions/no-transactional-send-retry',
];

describe('a monorepo whose packages share a wrapper', () => {
  it('the mistakes of one package are found through the types of another', async () => {
    expect(await reportsWith(await configOf('With types'))).toEqual(MISTAKES);
  });

  it('the same are found without types, by one setting', async () => {
    expect(await reportsWith(await configOf('Without types'))).toEqual(MISTAKES);
  });

  it('with neither, nothing is found', async () => {
    const config = (await configOf('Without types')).map((part) => ({ ...part, settings: {} }));

    expect(await reportsWith(config)).toEqual([]);
  });
});
