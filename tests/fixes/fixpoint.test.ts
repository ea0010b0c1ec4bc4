import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { ESLint, Linter, type Rule, type SourceCode } from 'eslint';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { analysisOf, type FileContext } from '../../src/flow/analysis.js';
import plugin from '../../src/index.js';
import { parses } from '../lint.js';

const root = path.join(import.meta.dirname, '../..');
const isProgram = (file: string): boolean => /\.[cm]?[jt]s$/.test(file) && !file.endsWith('.d.ts');

interface Program {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

function programsIn(folder: string): Program[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isProgram(file) && !file.includes('node_modules'))
    .sort()
    .map((file) => {
      const whole = path.join(root, folder, file);
      return { name: path.join(folder, file), file: whole, text: readFileSync(whole, 'utf8') };
    });
}

/** The code blocks of the rules' documents, correct and incorrect. */
function documented(): Program[] {
  return readdirSync(path.join(root, 'docs/rules')).flatMap((document) => {
    const text = readFileSync(path.join(root, 'docs/rules', document), 'utf8');
    return [...text.matchAll(/^```([jt]s)\n([^]*?)^```/gm)].map(([, language = '', code = ''], index) => ({
      name: `${document}, block ${index + 1}`,
      // As if it stood among the programs, for its imports to be found.
      file: path.join(root, 'tests/programs', `${document}-${index + 1}.${language}`),
      text: code,
    }));
  });
}

const programs: readonly Program[] = [
  ...['mistakes', 'correct', 'lookalikes'].flatMap((folder) => programsIn(`tests/programs/${folder}`)),
  ...programsIn('examples'),
  ...documented(),
];

const linter = new Linter();
const config: Linter.Config[] = [
  { files: ['**/*.{js,mjs,cjs,ts}'], languageOptions: { parser } },
  { files: ['**/*'], ...plugin.configs.strict },
];

interface Fixed {
  readonly text: string;
  /** How often ESLint was asked to fix until nothing was left to fix. */
  readonly rounds: number;
  readonly before: readonly Linter.LintMessage[];
  readonly after: readonly Linter.LintMessage[];
}

function fixedOf({ text, file }: Program): Fixed {
  const filename = path.basename(file);
  const before = linter.verify(text, config, filename);
  let output = text;
  let rounds = 0;
  for (; rounds < 5; rounds += 1) {
    const report = linter.verifyAndFix(output, config, filename);
    if (!report.fixed || report.output === output) break;
    output = report.output;
  }
  return { text: output, rounds, before, after: linter.verify(output, config, filename) };
}

/** What a rule of this test sees of a text. */
interface Seen {
  readonly source: SourceCode;
  readonly context: FileContext;
}

function seenIn(text: string, filename: string): Seen {
  let seen: Seen | undefined;
  const rule: Rule.RuleModule = {
    create: (context) => {
      seen = { source: context.sourceCode, context };
      return {};
    },
  };
  linter.verify(
    text,
    [
      { files: ['**/*.{js,mjs,cjs,ts}'], languageOptions: { parser } },
      { files: ['**/*'], plugins: { here: { rules: { rule } } }, rules: { 'here/rule': 'error' } },
    ],
    filename,
  );
  if (!seen) throw new SyntaxError(`${filename} does not parse`);
  return seen;
}

type Source = Parameters<typeof analysisOf>[0];

/** How many places are found for each kind, those included of which a more specific finding keeps silent. */
function findingsIn({ source, context }: Seen): Map<string, number> {
  const counts = new Map<string, Set<object>>();
  const analysis = analysisOf(source as unknown as Source, context);
  for (const { kind, node } of analysis?.interpreter.findings.all ?? []) {
    const nodes = counts.get(kind) ?? new Set();
    counts.set(kind, nodes.add(node));
  }
  return new Map([...counts].map(([kind, nodes]) => [kind, nodes.size]));
}

const commentsIn = ({ source }: Seen): string[] =>
  source
    .getAllComments()
    .map(({ value }) => value.replace(/\s+/g, ' '))
    .sort();

/** The names that nothing in the file declares. */
const freeNamesIn = ({ source }: Seen): Set<string> =>
  new Set(source.scopeManager.globalScope?.through.map(({ identifier }) => identifier.name));

/** The globals that a fix may bring. */
const GLOBALS = ['AggregateError', 'BigInt', 'Promise', 'process'];

/** How many errors the compiler has for each program, of syntax and of meaning. */
function errorsOf(texts: ReadonlyMap<string, string>): Map<string, number> {
  const { config: raw } = ts.readConfigFile(
    path.join(root, 'tests/fixtures/programs.tsconfig.json'),
    (file) => ts.sys.readFile(file),
  ) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(raw, ts.sys, path.join(root, 'tests/fixtures'));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
    getSourceFile: (file, target, ...rest) => {
      const text = texts.get(file);
      return text === undefined
        ? disk.getSourceFile(file, target, ...rest)
        : ts.createSourceFile(file, text, target);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return new Map(
    [...texts.keys()].map((file) => {
      const source = program.getSourceFile(file);
      return [
        file,
        program.getSyntacticDiagnostics(source).length + program.getSemanticDiagnostics(source).length,
      ];
    }),
  );
}

const fixed = new Map<Program, Fixed>();
let errorsBefore = new Map<string, number>();
let errorsAfter = new Map<string, number>();

beforeAll(() => {
  for (const program of programs) fixed.set(program, fixedOf(program));
  const typed = programs.filter(({ file }) => file.endsWith('.ts'));
  errorsBefore = errorsOf(new Map(typed.map(({ file, text }) => [file, text])));
  errorsAfter = errorsOf(
    new Map(typed.map((program) => [program.file, fixed.get(program)?.text ?? program.text])),
  );
}, 300_000);

describe('the fixes of all rules, applied until nothing is left to fix', () => {
  describe.each(programs)('in $name', (program) => {
    const result = (): Fixed => fixed.get(program) as Fixed;
    const filename = path.basename(program.file);

    it('come to an end, and leave a program that parses', () => {
      const { text, rounds, after } = result();

      expect(rounds).toBeLessThan(5);
      expect(after.filter(({ fatal, fix }) => fatal === true || fix !== undefined)).toEqual([]);
      expect(linter.verifyAndFix(text, config, filename).output).toBe(text);
    });

    it('remove what they are for, and bring nothing new', () => {
      const { text, before } = result();
      if (text === program.text) {
        expect(before.filter(({ fix }) => fix !== undefined)).toEqual([]);
        return;
      }
      const old = findingsIn(seenIn(program.text, filename));
      const now = findingsIn(seenIn(text, filename));

      expect([...now].filter(([kind, count]) => count > (old.get(kind) ?? 0))).toEqual([]);
      expect(sum(now)).toBeLessThan(sum(old));
    });

    it('lose no comment, and invent no name', () => {
      const { text } = result();
      if (text === program.text) return;
      const old = seenIn(program.text, filename);
      const now = seenIn(text, filename);
      const known = freeNamesIn(old);

      expect(commentsIn(now)).toEqual(commentsIn(old));
      expect([...freeNamesIn(now)].filter((name) => !known.has(name) && !GLOBALS.includes(name))).toEqual([]);
    });

    it('leave no more for the compiler to complain about', () => {
      expect(errorsAfter.get(program.file) ?? 0).toBeLessThanOrEqual(errorsBefore.get(program.file) ?? 0);
    });

    it('come with suggestions that parse', () => {
      for (const { suggestions = [] } of result().before) {
        for (const { desc, fix } of suggestions) {
          const changed = program.text.slice(0, fix.range[0]) + fix.text + program.text.slice(fix.range[1]);

          expect(parses(changed, filename), desc).toBe(true);
          expect(changed).not.toBe(program.text);
        }
      }
    });
  });

  it('are made in most of the programs with a mistake of which a fix is promised', () => {
    const promised = [
      'no-transactional-send-retry',
      'no-abortable-handling-around-abort',
      'require-application-recoverable-path',
      'no-abort-after-commit',
    ];
    for (const rule of promised) {
      const reports = [...fixed.values()].flatMap(({ before }) =>
        before.filter(({ ruleId }) => ruleId === `kafka-transactions/${rule}`),
      );

      expect(reports.filter(({ fix }) => fix !== undefined).length, rule).toBeGreaterThan(reports.length / 4);
    }
  });

  it('are the same when ESLint applies them to files', async () => {
    const eslint = new ESLint({
      cwd: root,
      fix: true,
      overrideConfigFile: true,
      overrideConfig: [{ files: ['**/*.{js,ts}'], languageOptions: { parser } }, plugin.configs.strict],
    });
    const results = await eslint.lintFiles(['examples/*/src/mistakes/*']);
    const outputs = new Map(results.map(({ filePath, output }) => [filePath, output]));

    expect(results.length).toBeGreaterThan(0);
    for (const program of programs) {
      if (!outputs.has(program.file)) continue;
      const { text } = fixed.get(program) as Fixed;

      expect(outputs.get(program.file) ?? program.text).toBe(text);
    }
  });
});

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);
