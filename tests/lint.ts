import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from '../src/index.js';

const linter = new Linter();

/** A report of this plugin: the rule without its namespace, where it starts, and what it says. */
export interface Report {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Lints a program with a preset. Throws where a program does not parse or a rule crashes. */
export function lint(code: string, filename: string, preset: 'recommended' | 'strict' = 'strict'): Report[] {
  const messages = linter.verify(
    code,
    [
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        linterOptions: { reportUnusedDisableDirectives: 'off' },
      },
      { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        languageOptions: {
          parser,
          parserOptions: { ecmaFeatures: { jsx: /\.[jt]sx$/.test(filename) } },
        },
      },
      { files: ['**/*'], ...plugin.configs[preset] },
    ],
    filename,
  );
  return messages.map(({ ruleId, line, column, message }) => {
    if (ruleId === null) throw new SyntaxError(`${filename}:${line} ${message}`);
    return { rule: ruleId.replace('kafka-transactions/', ''), line, column, message };
  });
}

/** Does a program parse? */
export function parses(code: string, filename: string): boolean {
  try {
    parser.parse(code, { filePath: filename, jsx: /\.[jt]sx$/.test(filename) });
    return true;
  } catch {
    return false;
  }
}
