import { Linter } from 'eslint';
import { analysisOf, type Analysis } from '../../../src/flow/analysis.js';

const linter = new Linter();

/** How a text is parsed. */
export type LanguageOptions = NonNullable<Linter.Config['languageOptions']>;

/**
 * The analysis of a program, as the rules get it.
 *
 * @returns The analysis; undefined for a program without a trace of a client.
 */
export function analysisOfText(
  text: string,
  languageOptions: LanguageOptions = { sourceType: 'commonjs' },
  filename = 'text.js',
): Analysis | undefined {
  let analysis: Analysis | undefined;
  const messages = linter.verify(
    text,
    [
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        languageOptions,
        plugins: {
          oracle: {
            rules: {
              analysis: {
                create: (context) => ({
                  'Program:exit'() {
                    analysis = analysisOf(context.sourceCode as unknown as Parameters<typeof analysisOf>[0]);
                  },
                }),
              },
            },
          },
        },
        rules: { 'oracle/analysis': 'error' },
      },
    ],
    filename,
  );
  const fatal = messages.find((message) => message.fatal === true || message.ruleId === 'oracle/analysis');
  if (fatal) throw new SyntaxError(`${fatal.message} on line ${fatal.line}\n${text}`);
  return analysis;
}
