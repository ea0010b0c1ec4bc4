import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as parser from '@typescript-eslint/parser';
import { ESLint as ESLint10 } from 'eslint';
import { ESLint as ESLint9 } from 'eslint9';
import { beforeAll, describe, expect, it } from 'vitest';
import plugin from 'eslint-plugin-kafka-transactions';

const require = createRequire(import.meta.url);
const programs = path.join(import.meta.dirname, 'programs');
const folders = ['correct', 'lookalikes', 'mistakes'];

/** What a linter says about the corpus: `file:line:column rule message`, sorted. */
type Reports = readonly string[];

const line = (file: string, row: number, column: number, rule: string, message: string): string =>
  `${path.relative(programs, file).replaceAll(path.sep, '/')}:${row}:${column} ${rule} ${message}`;

async function eslintReports(ESLint: typeof ESLint10): Promise<Reports> {
  const eslint = new ESLint({
    cwd: programs,
    overrideConfigFile: true,
    overrideConfig: [{ files: ['**/*.{js,mjs,ts}'], languageOptions: { parser } }, plugin.configs.strict],
  });
  const results = await eslint.lintFiles(folders);
  return results
    .flatMap(({ filePath, messages }) =>
      messages.map((m) =>
        line(filePath, m.line, m.column, m.ruleId?.replace('kafka-transactions/', '') ?? 'parser', m.message),
      ),
    )
    .sort();
}

interface OxlintOutput {
  readonly diagnostics: readonly {
    readonly message: string;
    readonly code: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
  }[];
}

async function oxlintReports(): Promise<Reports> {
  const folder = await mkdtemp(path.join(tmpdir(), 'oxlint-'));
  try {
    const config = path.join(folder, '.oxlintrc.json');
    await writeFile(
      config,
      JSON.stringify({
        jsPlugins: [require.resolve('eslint-plugin-kafka-transactions')],
        categories: { correctness: 'off' },
        rules: plugin.configs.strict.rules,
      }),
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(path.dirname(require.resolve('oxlint/package.json')), 'bin/oxlint'),
        ...['--config', config, '--format', 'json', '--no-ignore', ...folders],
      ],
      { cwd: programs, maxBuffer: 1 << 26 },
    ).catch((error: unknown) => error as { stdout: string });
    const { diagnostics } = JSON.parse(stdout) as OxlintOutput;
    return diagnostics
      .map(({ message, code, filename, labels: [label] }) => {
        const rule = /^kafka-transactions\((.*)\)$/.exec(code)?.[1] ?? code;
        const { line: row = 0, column = 0 } = label?.span ?? {};
        return line(path.join(programs, filename), row, column, rule, message);
      })
      .sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the built plugin reports the same mistakes of the corpus', () => {
  let expected: Reports = [];

  beforeAll(async () => {
    expected = await eslintReports(ESLint10);
  });

  it('with ESLint 10, at all', async () => {
    const files = await readdir(path.join(programs, 'mistakes'));

    expect(ESLint10.version).toMatch(/^10\./);
    expect(expected.length).toBeGreaterThan(files.length / 3);
  });

  it('with ESLint 9', async () => {
    expect(ESLint9.version).toMatch(/^9\./);
    expect(await eslintReports(ESLint9 as unknown as typeof ESLint10)).toEqual(expected);
  });

  it('with oxlint', async () => {
    expect(await oxlintReports()).toEqual(expected);
  });
});
