import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as parser from '@typescript-eslint/parser';
import { ESLint as ESLint10 } from 'eslint';
import { ESLint as ESLint9 } from 'eslint9';
import { defineConfig } from 'eslint/config';
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

/** Runs oxlint with the strict preset in a folder, as a user does. */
async function oxlint(folder: string, args: readonly string[]): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'oxlint-'));
  try {
    const config = path.join(place, '.oxlintrc.json');
    await writeFile(
      config,
      JSON.stringify({
        jsPlugins: [require.resolve('eslint-plugin-kafka-transactions')],
        categories: { correctness: 'off' },
        rules: plugin.configs.strict.rules,
      }),
    );
    const bin = path.join(path.dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [bin, '--config', config, '--no-ignore', ...args],
      { cwd: folder, maxBuffer: 1 << 26 },
    ).catch((error: unknown) => error as { stdout: string });
    return stdout;
  } finally {
    await rm(place, { recursive: true });
  }
}

async function oxlintReports(): Promise<Reports> {
  const { diagnostics } = JSON.parse(
    await oxlint(programs, ['--format', 'json', ...folders]),
  ) as OxlintOutput;
  return diagnostics
    .map(({ message, code, filename, labels: [label] }) => {
      const rule = /^kafka-transactions\((.*)\)$/.exec(code)?.[1] ?? code;
      const { line: row = 0, column = 0 } = label?.span ?? {};
      return line(path.join(programs, filename), row, column, rule, message);
    })
    .sort();
}

/** The texts of a folder's programs, by file. */
async function textsIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[cm]?[jt]s$/.test(name));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
  );
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
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

it('fixes the same mistakes in the same way with oxlint, in JavaScript and in TypeScript', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fixes-'));
  try {
    await cp(path.join(programs, 'mistakes'), folder, { recursive: true });
    const before = await textsIn(folder);
    const eslint = new ESLint10({
      cwd: folder,
      fix: true,
      overrideConfigFile: true,
      overrideConfig: defineConfig([
        { files: ['**/*.ts'], languageOptions: { parser } },
        { files: ['**/*.{js,mjs,ts}'], extends: [plugin.configs.strict] },
      ]),
    });
    const expected = { ...before };
    for (const { filePath, output } of await eslint.lintFiles(['.'])) {
      if (output !== undefined) expected[path.relative(folder, filePath)] = output;
    }
    const changed = Object.keys(before).filter((name) => before[name] !== expected[name]);

    // ESLint fixes what a fix has uncovered, too; oxlint goes over a file once.
    await oxlint(folder, ['--fix', '.']);
    await oxlint(folder, ['--fix', '.']);

    expect(changed.some((name) => name.endsWith('.ts'))).toBe(true);
    expect(changed.some((name) => name.endsWith('.js'))).toBe(true);
    expect(await textsIn(folder)).toEqual(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
