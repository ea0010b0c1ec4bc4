import { ESLintUtils, type TSESLint } from '@typescript-eslint/utils';
import { analysisOf, type Analysis } from '../flow/analysis.js';

/** What a rule says of itself in its documentation. */
export interface RuleDocs {
  readonly description: string;
  /** The presets that switch the rule on: `recommended` ones are in `strict`, too. */
  readonly preset: 'recommended' | 'strict';
}

const creator = ESLintUtils.RuleCreator<RuleDocs>(
  (name) =>
    `https://github.com/eslint-plugin-kafka-transactions/eslint-plugin-kafka-transactions/blob/main/docs/rules/${name}.md`,
);

/** A rule's own part: it gets the file's analysis and reports what it picks from it. */
export interface RuleParts<MessageIds extends string, Options extends readonly unknown[]> {
  readonly name: string;
  readonly meta: TSESLint.RuleMetaData<MessageIds, RuleDocs, Options> & {
    readonly docs: RuleDocs & TSESLint.RuleMetaDataDocs;
  };
  readonly defaultOptions: Options;
  readonly check: (
    context: Readonly<TSESLint.RuleContext<MessageIds, Options>>,
    analysis: Analysis,
    options: Options,
  ) => void;
}

/**
 * Makes a rule. A file without a trace of a client is left at once; the analysis of any other is done once and shared by
 * all rules.
 */
export function createRule<MessageIds extends string, Options extends readonly unknown[]>(
  parts: RuleParts<MessageIds, Options>,
): TSESLint.RuleModule<MessageIds, Options, RuleDocs> {
  return creator<Options, MessageIds>({
    name: parts.name,
    meta: parts.meta as never,
    defaultOptions: parts.defaultOptions,
    create: (context) => ({
      'Program:exit'() {
        const analysis = analysisOf(context.sourceCode);
        if (analysis)
          parts.check(context, analysis, context.options.length > 0 ? context.options : parts.defaultOptions);
      },
    }),
  }) as never;
}
