import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { copied, installed, packed, run, succeeds, type Project } from './fresh-project.js';

const SLOW = 300_000;
const VERSIONS = ['5.4', '5.6', '5.9', '6.0'];

const readme = (): Promise<string> => readFile(path.join(import.meta.dirname, '../../README.md'), 'utf8');

/** A configuration that TypeScript checks: what it may say, and what it may not. */
const CONFIGURATION = `import kafkaTransactions from 'eslint-plugin-kafka-transactions';
import { categoryOf, type Category } from 'eslint-plugin-kafka-transactions/taxonomy';
import { defineConfig } from 'eslint/config';

export const category: Category | undefined = categoryOf('ProducerFencedException', 'send');

type Settings = NonNullable<(typeof kafkaTransactions)['configs']['recommended']['settings']>;

const settings: Settings = {
  'kafka-transactions': {
    modules: { '@acme/kafka': { client: 'kafkajs', exports: { begin: { resolves: 'transaction' } } } },
    errors: { codes: { E_TIMEOUT: 'producer-retriable' } },
  },
};
const wrong: Settings = {
  // @ts-expect-error
  'kafka-transactions': { modules: { '@acme/kafka': 'kafka' } },
};
// @ts-expect-error
const none = kafkaTransactions.configs.none;

export default defineConfig([
  { files: ['src/**/*.ts'], extends: [kafkaTransactions.configs.recommended], settings },
  { plugins: { 'kafka-transactions': kafkaTransactions }, extends: ['kafka-transactions/strict'], settings: wrong },
  none,
]);
`;

const REQUIRED = `import kafkaTransactions = require('eslint-plugin-kafka-transactions');

export = [kafkaTransactions.configs.recommended, kafkaTransactions.rules['no-abort-after-commit'].meta];
`;

/** What the package declares is used here; that it is right in itself, with all that it imports, is for the oldest compiler to say. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  files: ['consumer.config.ts', 'required.cts'],
};

describe('the types', () => {
  let project: Project;

  beforeAll(async () => {
    project = await installed('setups/typescript');
    const aliases = VERSIONS.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
    await succeeds(
      `npm install --prefer-offline --no-audit --no-fund --no-save ${aliases.join(' ')}`,
      project.folder,
    );
    await writeFile(path.join(project.folder, 'consumer.config.ts'), CONFIGURATION);
    await writeFile(path.join(project.folder, 'required.cts'), REQUIRED);
    await writeFile(path.join(project.folder, 'types.tsconfig.json'), JSON.stringify(TSCONFIG));
  }, SLOW);
  afterAll(() => project.remove());

  it('are stated to be right for these versions', async () => {
    expect(await readme()).toMatch(
      new RegExp(`^\\| TypeScript +\\| ${VERSIONS[0] ?? ''} to ${VERSIONS.at(-1) ?? ''},`, 'm'),
    );
  });

  it.each(VERSIONS)(
    'are right for TypeScript %s, in modules and in CommonJS',
    async (version) => {
      const tsc = `node node_modules/typescript-${version}/bin/tsc`;

      expect(await succeeds(`${tsc} --version`, project.folder)).toContain(` ${version}.`);
      const libraries = version === VERSIONS[0] ? '--skipLibCheck false' : '';

      expect(await run(`${tsc} -p types.tsconfig.json ${libraries}`, project.folder)).toMatchObject({
        status: 0,
        stdout: '',
      });
    },
    SLOW,
  );
});

describe('the package', () => {
  it('holds what is needed at run time, and its documents', async () => {
    const { files } = await packed();
    const folders = new Set(files.map((file) => file.path.split('/')[0]));

    expect([...folders].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'docs',
      'package.json',
    ]);
  });

  it(
    'is of the size that the README states, and brings as few packages',
    async () => {
      const text = await readme();
      const [, size = '', brought = ''] =
        /takes less than ([\d.]+) MB on the disk\..* brings (\d+) packages/.exec(
          text.replaceAll(/\s+/g, ' '),
        ) ?? [];
      const { unpackedSize } = await packed();
      const { folder, remove } = await copied('setups/esm');
      onTestFinished(remove);
      const packages = async (): Promise<string[]> => {
        await succeeds('rm -f package-lock.json && npm install --package-lock-only --prefer-offline', folder);
        const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as {
          packages: Record<string, unknown>;
        };
        return Object.keys(lock.packages);
      };
      const all = await packages();
      const manifest = path.join(folder, 'package.json');
      const without = JSON.parse(await readFile(manifest, 'utf8')) as {
        devDependencies: Record<string, string>;
      };
      delete without.devDependencies['eslint-plugin-kafka-transactions'];
      await writeFile(manifest, JSON.stringify(without));
      const before = new Set(await packages());

      expect(unpackedSize).toBeLessThan(Number(size) * 1e6);
      expect(unpackedSize).toBeGreaterThan(Number(size) * 0.7e6);
      expect(all.filter((name) => !before.has(name))).toHaveLength(Number(brought));
    },
    SLOW,
  );
});
