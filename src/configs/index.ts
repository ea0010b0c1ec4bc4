import type { Rule } from '../rules/create-rule.js';
import { rules } from '../rules/index.js';

/** The namespace of the rules in a configuration. */
export const NAMESPACE = 'kafka-transactions';

/** The rules that a preset switches on: each rule's own meta says so. */
function severitiesOf(takes: (rule: Rule) => boolean): Record<string, 'error'> {
  return Object.fromEntries(
    Object.entries<Rule>(rules)
      .filter(([, rule]) => takes(rule))
      .map(([name]) => [`${NAMESPACE}/${name}`, 'error'] as const),
  );
}

/** The rules of each preset. */
export const presets = {
  recommended: severitiesOf((rule) => rule.meta.docs?.preset === 'recommended'),
  strict: severitiesOf(() => true),
} as const;

/** The name of a preset. */
export type PresetName = keyof typeof presets;
