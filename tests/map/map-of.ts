import * as parser from '@typescript-eslint/parser';
import type { TSESLint } from '@typescript-eslint/utils';
import { Linter, type Rule } from 'eslint';
import { recordedAnalysisOf } from '../../src/flow/analysis.js';
import type { HandlingMap } from '../../src/map/handling-map.js';
import { handlingMapOf } from '../../src/map/handling-map-of.js';

const linter = new Linter();

/** The map of a program, parsed as the tests of the rules parse it; undefined for one without a trace of a client. */
export function mapOf(code: string, filename: string): HandlingMap | undefined {
  let map: HandlingMap | undefined;
  const rule: Rule.RuleModule = {
    create: (context) => ({
      'Program:exit'() {
        const analysis = recordedAnalysisOf(context.sourceCode as unknown as TSESLint.SourceCode, context);
        map = analysis && handlingMapOf(analysis, filename);
      },
    }),
  };
  const messages = linter.verify(
    code,
    [
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        languageOptions: {
          parser,
          parserOptions: { ecmaFeatures: { jsx: /\.[jt]sx$/.test(filename) } },
        },
        plugins: { map: { rules: { map: rule } } },
        rules: { 'map/map': 'error' },
      },
      { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
    ],
    filename,
  );
  const broken = messages.find((m) => m.fatal === true || m.message.includes('threw'));
  if (broken) throw new SyntaxError(`${filename}:${broken.line} ${broken.message}`);
  return map;
}
