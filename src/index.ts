import type { TSESLint } from '@typescript-eslint/utils';

interface Plugin {
  meta: { name: string; version: string; namespace: string };
  rules: Record<string, TSESLint.RuleModule<string, readonly unknown[]>>;
  configs: Record<string, TSESLint.FlatConfig.Config>;
}

const plugin: Plugin = {
  meta: { name: 'eslint-plugin-kafka-transactions', version: '0.1.0', namespace: 'kafka-transactions' },
  rules: {},
  configs: {},
};

export default plugin;
