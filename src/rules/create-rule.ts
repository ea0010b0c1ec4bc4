import { ESLintUtils, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { analysisOf } from '../flow/analysis.js';
import type { Candidate, Situation } from '../fixes/candidate.js';
import { offered } from '../fixes/offered.js';
import type { Finding, FindingKind } from '../flow/finding.js';

/** What a rule says of itself in its documentation. */
export interface RuleDocs {
  readonly description: string;
  /** The first preset that switches the rule on: the rules of `recommended` are in `strict`, too. */
  readonly preset: 'recommended' | 'strict';
}

const creator = ESLintUtils.RuleCreator<RuleDocs>(
  (name) =>
    `https://github.com/eslint-plugin-kafka-transactions/eslint-plugin-kafka-transactions/blob/main/docs/rules/${name}.md`,
);

/** A finding in a rule's words. */
export interface Message<MessageIds extends string> {
  readonly messageId: MessageIds;
  readonly data: Readonly<Record<string, string>>;
}

/** A rule's own part: which findings it takes, and what it says of each. */
export interface RuleParts<MessageIds extends string> {
  readonly name: string;
  readonly meta: Omit<TSESLint.RuleMetaData<MessageIds, RuleDocs, readonly []>, 'docs'> & {
    readonly docs: RuleDocs;
  };
  readonly kinds: readonly FindingKind[];
  readonly message: (finding: Finding) => Message<MessageIds>;
  /** What can be done about a finding, the best first: it becomes a fix where it is safe, a suggestion elsewhere. */
  readonly candidates?: (situation: Situation) => readonly Candidate<MessageIds>[];
}

/** A rule of this plugin, with what it takes of the analysis and what it says of it. */
export type Rule = TSESLint.RuleModule<string, readonly [], RuleDocs> & {
  readonly name: string;
  readonly kinds: readonly FindingKind[];
  /** The message of a finding of these kinds, with its words filled in. */
  readonly text: (finding: Finding) => string;
};

/**
 * Makes a rule. A file without a trace of a client is left at once; the analysis of any other is done once and shared by
 * all rules.
 */
export function createRule<MessageIds extends string>({
  name,
  meta,
  kinds,
  message,
  candidates,
}: RuleParts<MessageIds>): Rule {
  const rule = creator<readonly [], MessageIds>({
    name,
    meta,
    create: (context) => ({
      'Program:exit'() {
        const { sourceCode, filename } = context;
        const analysis = analysisOf(sourceCode, context);
        for (const finding of analysis?.findings ?? []) {
          if (!analysis || !kinds.includes(finding.kind)) continue;
          const situation = { finding, analysis, sourceCode, filename };
          context.report({
            loc: headOf(finding.node, sourceCode),
            ...message(finding),
            ...(candidates ? offered(candidates(situation), situation, context) : {}),
          });
        }
      },
    }),
  });
  return Object.assign(rule, {
    kinds,
    text: (finding: Finding) => {
      const { messageId, data } = message(finding);
      return meta.messages[messageId].replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => data[word] ?? '');
    },
  });
}

/** Where a node's head is: a loop, a handler or a function without its body, so that an editor does not underline it all. */
function headOf(
  node: TSESTree.Node,
  sourceCode: Readonly<TSESLint.SourceCode>,
): Readonly<TSESTree.SourceLocation> {
  if (!('body' in node) || node.body === null || typeof node.body !== 'object' || Array.isArray(node.body)) {
    return node.loc;
  }
  const last = sourceCode.getTokenBefore(node.body);
  return last && last.range[0] >= node.range[0] ? { start: node.loc.start, end: last.loc.end } : node.loc;
}
