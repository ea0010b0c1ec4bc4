import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { TSESLint } from '@typescript-eslint/utils';
import { ESLint, type Linter, type Rule } from 'eslint';
import { analysisOf, recordedAnalysisOf } from '../flow/analysis.js';
import type { HandlingMap } from '../map/handling-map.js';
import { handlingMapOf } from '../map/handling-map-of.js';
import { UsageError } from './usage-error.js';

/** A file that could not be mapped, and why. */
export interface FileFault {
  readonly file: string;
  readonly message: string;
}

export interface MappedFiles {
  readonly maps: readonly HandlingMap[];
  readonly faults: readonly FileFault[];
}

const SCRIPTS = '**/*.{js,mjs,cjs,jsx}';
const TYPED = '**/*.{ts,mts,cts,tsx}';
const NAMESPACE = 'kafka-transactions-map';

/** The project whose files are mapped. */
export interface Project {
  /** What patterns are relative to. */
  readonly cwd: string;
  /** The ESLint configuration that takes the place of the project's own. */
  readonly config: string | undefined;
  /** Is told of each file that is mapped. */
  readonly onFile: (file: string) => void;
}

/**
 * Maps files as ESLint finds and parses them: folders, globs, ignored files, processors, parsers and settings are those of the
 * project's configuration where there is one.
 *
 * @param patterns - Files, folders and globs.
 * @param project - Where they are, and who is told of each.
 * @returns The maps in the order of the files, and the files that could not be mapped.
 * @throws UsageError when a pattern matches nothing, a file cannot be read, or the configuration cannot be loaded.
 */
export async function mappedFiles(
  patterns: readonly string[],
  { cwd, config, onFile }: Project,
): Promise<MappedFiles> {
  const maps = new Map<string, HandlingMap>();
  const faults: FileFault[] = [];
  const nameOf = (file: string): string => relative(cwd, file).replaceAll('\\', '/');
  const map: Rule.RuleModule = {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      'Program:exit'() {
        const file = nameOf(context.filename);
        onFile(file);
        // The two declare the same contract in different types.
        const sourceCode = context.sourceCode as unknown as TSESLint.SourceCode;
        const analysis = recordedAnalysisOf(sourceCode, context);
        const reported = analysisOf(sourceCode, context)?.findings;
        maps.set(context.filename, analysis ? handlingMapOf(analysis, file, reported) : empty(file));
      },
    }),
  };
  const parser = parserFor(cwd);
  const eslint = new ESLint({
    cwd,
    ...(config !== undefined
      ? { overrideConfigFile: config }
      : (await hasConfig(cwd))
        ? {}
        : { overrideConfigFile: true }),
    baseConfig: [
      { files: [SCRIPTS], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },
      { files: [TYPED], ...(parser ? { languageOptions: { parser } } : {}) },
    ],
    overrideConfig: [
      {
        files: [SCRIPTS, TYPED],
        plugins: { [NAMESPACE]: { rules: { map } } },
        rules: { [`${NAMESPACE}/map`]: 'error' },
      },
    ],
    ruleFilter: ({ ruleId }) => ruleId === `${NAMESPACE}/map`,
  });
  const results = await eslint.lintFiles([...patterns]).catch(failed);
  for (const { filePath, messages } of results) {
    for (const message of messages) {
      if (isIgnored(message)) {
        faults.push({ file: nameOf(filePath), message: `${nameOf(filePath)}: ${message.message}` });
      }
      if (message.fatal !== true) continue;
      const isTyped = /\.[mc]?tsx?$/.test(filePath);
      const hint =
        isTyped && !parser
          ? ' TypeScript is parsed by @typescript-eslint/parser, which is not installed here: npm install --save-dev @typescript-eslint/parser'
          : '';
      faults.push({
        file: nameOf(filePath),
        message: `${nameOf(filePath)}:${message.line}:${message.column} ${message.message}${hint}`,
      });
    }
  }
  const order = results.map((r) => r.filePath);
  return {
    maps: order.flatMap((file) => maps.get(file) ?? []),
    faults,
  };
}

/** ESLint warns of a file that was named and is ignored, or has no configuration. */
const isIgnored = ({ ruleId, severity, fatal, message }: Linter.LintMessage): boolean =>
  ruleId === null && severity === 1 && fatal !== true && message.startsWith('File ignored');

/** What ESLint throws at a pattern, a file or a configuration is for the user; anything else is a defect. */
function failed(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  throw new UsageError(error.message.trim(), { cause: error });
}

const empty = (file: string): HandlingMap => ({ file, tables: [], others: [], complete: true });

async function hasConfig(cwd: string): Promise<boolean> {
  return (await new ESLint({ cwd }).findConfigFile()) !== undefined;
}

/** The parser for TypeScript that the project has, or undefined. */
function parserFor(cwd: string): Linter.Parser | undefined {
  const require = createRequire(join(cwd, 'package.json'));
  for (const [name, pick] of [
    ['@typescript-eslint/parser', (m: unknown) => m],
    ['typescript-eslint', (m: unknown) => (m as { parser?: unknown }).parser],
  ] as const) {
    try {
      return pick(require(name)) as Linter.Parser;
    } catch {
      // The next one, or none.
    }
  }
  return undefined;
}
