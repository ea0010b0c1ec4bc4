import type { ESLint, Linter, Rule } from 'eslint';
import manifest from '../package.json' with { type: 'json' };
import { NAMESPACE, presets, typeCheckedPresets, type PresetName } from './configs/index.js';
import { SETTINGS_KEY, type KafkaTransactionsSettings } from './model/settings.js';
import { rules, type RuleName } from './rules/index.js';

/** A preset; the type of its settings is that of what a configuration may say below `settings`. */
type Preset = Linter.Config & {
  readonly plugins: Record<string, ESLint.Plugin>;
  readonly settings?: { readonly [SETTINGS_KEY]?: KafkaTransactionsSettings };
};

/** The plugin as a configuration sees it. */
interface KafkaTransactions extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<RuleName, Rule.RuleModule>;
  readonly configs: Record<PresetName, Preset>;
}

const plugin: KafkaTransactions = {
  meta: { name: manifest.name, version: manifest.version, namespace: NAMESPACE },
  // The two declare the same contract in different types.
  rules: rules as unknown as Record<RuleName, Rule.RuleModule>,
  configs: {} as KafkaTransactions['configs'],
};

for (const [name, severities] of Object.entries(presets)) {
  plugin.configs[name as PresetName] = {
    name: `${NAMESPACE}/${name}`,
    plugins: { [NAMESPACE]: plugin },
    rules: severities,
    ...(typeCheckedPresets.has(name as PresetName) ? { settings: { [SETTINGS_KEY]: { types: true } } } : {}),
  };
}

export default plugin;
