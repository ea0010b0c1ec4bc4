import { createRequire } from 'node:module';
import type { FindingKind } from './flow/finding.js';
import { createRule } from './rules/create-rule.js';
void createRequire;
const kinds: Record<string, FindingKind[]> = {
  'no-transactional-send-retry': ['resend'],
  'no-abortable-handling-around-abort': ['abortable-test', 'abort-loop'],
  'require-application-recoverable-path': ['swallowed'],
  'no-abort-after-commit': ['abort-after-commit'],
  'no-replay-after-commit': ['replay'],
  'no-commit-after-failed-send': ['commit-after-failed-send'],
  'require-transaction-end': ['left-open'],
  'no-futile-retry': ['futile-retry'],
  'no-defunct-producer-reuse': ['defunct-reuse'],
  'no-floating-transaction-call': ['floating'],
  'no-operation-outside-transaction': ['outside'],
  'no-unguarded-abort': ['unguarded-abort'],
  'no-dead-error-check': ['dead-test'],
};
const rules = Object.fromEntries(
  Object.entries(kinds).map(([name, list]) => [
    name,
    createRule({
      name,
      meta: {
        type: 'problem',
        docs: { description: name, preset: 'recommended' },
        schema: [],
        messages: { x: '{{x}}' },
      },
      defaultOptions: [],
      check(context, analysis) {
        for (const f of analysis.findings) {
          if (list.includes(f.kind))
            context.report({
              node: f.node,
              messageId: 'x',
              data: {
                x: `${f.kind} ${f.detail} ${f.operation}@${f.call.loc.start.line} [${[...f.rows].slice(0, 4).join()}]`,
              },
            });
        }
      },
    }),
  ]),
);
const plugin = {
  meta: { name: 'eslint-plugin-kafka-transactions', version: '0.1.0', namespace: 'kafka-transactions' },
  rules,
  configs: {} as Record<string, unknown>,
};
plugin.configs['strict'] = [
  {
    plugins: { 'kafka-transactions': plugin },
    rules: Object.fromEntries(Object.keys(rules).map((n) => [`kafka-transactions/${n}`, 'error'])),
  },
];
export default plugin;
