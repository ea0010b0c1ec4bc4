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
  'recommended-type-checked': severitiesOf((rule) => rule.meta.docs?.preset === 'recommended'),
} as const;

/** The presets that ask the type checker, and so need type information. */
export const typeCheckedPresets: ReadonlySet<PresetName> = new Set(['recommended-type-checked']);

/** The name of a preset. */
export type PresetName = keyof typeof presets;
