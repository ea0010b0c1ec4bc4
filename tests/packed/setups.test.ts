import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import plugin from '../../src/index.js';
import { installed, run, succeeds, type Project } from './fresh-project.js';

const SLOW = 300_000;

async function setUp(name: string): Promise<Project> {
  const project = await installed(`setups/${name}`);
  onTestFinished(project.remove);
  return project;
}

/** What the comments in an example's sources say of the lines that they end: `file:line rule`. */
async function expectedIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !file.includes('node_modules'))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return files.flatMap((file, index) =>
    (texts[index] ?? '').split('\n').flatMap((line, at) => {
      const rule = /\/\/ reports (\S+)$/.exec(line)?.[1];
      return rule === undefined ? [] : [`${file}:${at + 1} kafka-transactions/${rule}`];
    }),
  );
}

interface Result {
  readonly filePath: string;
  readonly messages: readonly {
    readonly ruleId: string | null;
    readonly line: number;
    readonly message: string;
  }[];
}

/** What ESLint reports when a script of the example is run: `file:line rule`. */
async function eslintReports(folder: string, script = 'lint', args = ''): Promise<string[]> {
  const { stdout, stderr } = await run(`npm run --silent ${script} -- --format json ${args}`, folder);
  if (!stdout.startsWith('[')) throw new Error(stdout + stderr);
  return (JSON.parse(stdout) as Result[])
    .flatMap(({ filePath, messages }) =>
      messages.map((m) => `${path.relative(folder, filePath)}:${m.line} ${m.ruleId ?? m.message}`),
    )
    .sort();
}

describe('the packed plugin, installed as the example says', () => {
  it.each([
    ['esm', 'v10'],
    ['commonjs', 'v10'],
    ['typescript', 'v10'],
    ['eslint-9', 'v9'],
  ])(
    '%s: reports and fixes with ESLint %s',
    async (name, version) => {
      const { folder } = await setUp(name);
      const expected = await expectedIn(folder);

      expect(await succeeds('npx eslint --version', folder)).toMatch(new RegExp(`^${version}\\.`));
      expect(expected).toHaveLength(1);
      expect(await eslintReports(folder)).toEqual(expected);
      expect(await eslintReports(folder, 'lint', '--fix')).toEqual([]);
      const [file = ''] = (expected[0] ?? '').split(':');
      const fixed = await readFile(path.join(folder, file), 'utf8');

      expect(fixed).toContain('  }\n  await transaction.commit();\n}');
    },
    SLOW,
  );

  it(
    'typescript-typed: reports what only types tell',
    async () => {
      const { folder } = await setUp('typescript-typed');
      const expected = await expectedIn(folder);

      expect(expected).toHaveLength(1);
      expect(await eslintReports(folder)).toEqual(expected);
    },
    SLOW,
  );

  it(
    'monorepo: reports what the types of another package tell, from the root and from the package',
    async () => {
      const { folder } = await setUp('monorepo');
      const orders = path.join(folder, 'packages/orders');
      const expected = await expectedIn(folder);

      expect(expected).toHaveLength(1);
      expect(await eslintReports(folder, 'lint:all')).toEqual(expected);
      expect(await eslintReports(orders)).toEqual(
        expected.map((report) => report.replace('packages/orders/', '')),
      );
    },
    SLOW,
  );

  it(
    'oxlint: reports and fixes what ESLint does, in JavaScript and in TypeScript',
    async () => {
      const { folder } = await setUp('oxlint');
      const expected = await expectedIn(folder);
      const config = JSON.parse(await readFile(path.join(folder, '.oxlintrc.json'), 'utf8')) as {
        rules: unknown;
      };
      const { stdout } = await run('npm run --silent lint -- --format json', folder);
      const { diagnostics } = JSON.parse(stdout) as {
        diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
      };

      expect(config.rules).toEqual(plugin.configs.recommended.rules);
      expect(expected).toHaveLength(2);
      expect(
        diagnostics
          .map(
            ({ code, filename, labels: [label] }) =>
              `${filename}:${label?.span.line ?? 0} ${code.replace(/^(.*)\((.*)\)$/, '$1/$2')}`,
          )
          .sort(),
      ).toEqual(expected);

      await succeeds('npm run --silent lint -- --fix', folder);
      const fixed = await readFile(path.join(folder, 'src/publish.js'), 'utf8');

      expect(fixed).toContain('  }\n  await transaction.commit();\n}\n');
    },
    SLOW,
  );
});
