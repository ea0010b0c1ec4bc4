import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from '../../../src/index.js';

const linter = new Linter();
const CONFIG: Linter.Config[] = [
  { files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'], languageOptions: { parser } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  { files: ['**/*.{jsx,tsx}'], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },
  { files: ['**/*'], ...plugin.configs.strict },
];

/** A change of a program's text that a report offers: its fix, or one of its suggestions. */
export interface Offer {
  readonly rule: string;
  /** `fix`, or the id of the message with which it is suggested. */
  readonly id: string;
  /** Where the report starts. */
  readonly line: number;
  readonly column: number;
  /** What the change puts in the place of a part of the text. */
  readonly range: readonly [number, number];
  readonly put: string;
  /** The program's text with this change alone. */
  readonly changed: string;
}

type Change = Pick<NonNullable<Linter.LintMessage['fix']>, 'range' | 'text'>;

/** All that the reports of a program offer, each by itself. */
export function offersIn(text: string, filename: string): Offer[] {
  return linter.verify(text, CONFIG, filename).flatMap(({ ruleId, line, column, fix, suggestions = [] }) => {
    const offer = (id: string, { range, text: put }: Change): Offer => ({
      rule: ruleId?.replace(/^.*\//, '') ?? '',
      id,
      line,
      column: column - 1,
      range,
      put,
      changed: text.slice(0, range[0]) + put + text.slice(range[1]),
    });
    return [
      ...(fix ? [offer('fix', fix)] : []),
      ...suggestions.map((suggestion) => offer(suggestion.messageId ?? '', suggestion.fix)),
    ];
  });
}
