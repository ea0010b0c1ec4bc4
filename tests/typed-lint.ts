import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { ESLint, Linter, type Rule } from 'eslint';
import type { PresetName } from '../src/configs/index.js';
import plugin from '../src/index.js';

/** The programs that are linted with type information. */
export const typedFixtures = resolve(import.meta.dirname, 'fixtures', 'typed');

/** A report of this plugin: the file from the root of the fixtures, the rule without its namespace, and the line. */
export interface TypedReport {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

/** The files below a folder of the fixtures. */
export function fixturesIn(folder: string): string[] {
  return readdirSync(join(typedFixtures, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(typedFixtures, join(entry.parentPath, entry.name)));
}

/** The reports that a fixture asks for in comments: `// reports <rule>` at the end of a line. */
export function expectedIn(file: string): TypedReport[] {
  const lines = readFileSync(join(typedFixtures, file), 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const rule = /\/\/ reports (\S+)$/.exec(text)?.[1];
    return rule === undefined ? [] : [{ file, line: index + 1, rule }];
  });
}

/** Lints files of the fixtures with a preset. Throws where a program does not parse or a rule crashes. */
export function lintTyped(
  files: readonly string[],
  { preset = 'recommended-type-checked', config = {} }: { preset?: PresetName; config?: Linter.Config } = {},
): Promise<TypedReport[]> {
  return reportsOf(typedFixtures, files, { projectService: true, tsconfigRootDir: typedFixtures }, [
    plugin.configs[preset],
    config,
  ]);
}

/** Lints the labelled programs of a folder with all rules and type information. */
export function lintProgramsTyped(folder: string): Promise<TypedReport[]> {
  const cwd = resolve(import.meta.dirname, 'programs', folder);
  const project = resolve(import.meta.dirname, 'fixtures', 'programs.tsconfig.json');
  return reportsOf(cwd, ['.'], { project }, [
    plugin.configs.strict,
    { settings: { 'kafka-transactions': { types: true } } },
  ]);
}

async function reportsOf(
  cwd: string,
  files: readonly string[],
  parserOptions: Linter.ParserOptions,
  configs: readonly Linter.Config[],
): Promise<TypedReport[]> {
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.{js,cjs,mjs,ts}'],
        languageOptions: { parser, parserOptions },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
      },
      ...configs,
    ],
  });
  const results = await eslint.lintFiles([...files]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line, message }) => {
      if (ruleId === null) throw new SyntaxError(`${filePath}:${line} ${message}`);
      return { file: relative(cwd, filePath), line, rule: ruleId.replace('kafka-transactions/', '') };
    }),
  );
}

/** The expressions and names of a text whose types the plugin asks for, each once, in their order. */
export function typesAskedIn(code: string): string[] {
  const asked = new Set<string>();
  const listening: Rule.RuleModule = {
    create(context) {
      const { parserServices } = context.sourceCode as unknown as {
        parserServices: { getTypeAtLocation: (node: Rule.Node) => unknown };
      };
      const { getTypeAtLocation } = parserServices;
      parserServices.getTypeAtLocation = (node) => {
        asked.add(context.sourceCode.getText(node));
        return getTypeAtLocation(node);
      };
      return {};
    },
  };
  // What is at this path on the disk does not matter: the text takes its place.
  const messages = new Linter({ cwd: typedFixtures }).verify(
    code,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: typedFixtures } },
      },
      { plugins: { listening: { rules: { listen: listening } } }, rules: { 'listening/listen': 'error' } },
      plugin.configs['recommended-type-checked'],
    ],
    join(typedFixtures, 'asked.ts'),
  );
  if (messages.length > 0) throw new Error(messages[0]?.message);
  return [...asked];
}
