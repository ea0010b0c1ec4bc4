import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const name = 'eslint-plugin-kafka-transactions';

interface Package {
  name: string;
  version: string;
}

/** The shape that ESLint asks of a plugin. */
interface LoadedPlugin {
  meta: { name: string; version: string; namespace: string };
  rules: Record<string, unknown>;
  configs: Record<string, unknown>;
}

describe('the built package', () => {
  const manifest = require('../package.json') as Package;

  it('gives the plugin to require', () => {
    const plugin = require(name) as LoadedPlugin;

    expect(plugin.meta).toEqual({
      name: manifest.name,
      version: manifest.version,
      namespace: 'kafka-transactions',
    });
    expect(plugin.rules).toBeTypeOf('object');
    expect(plugin.configs).toBeTypeOf('object');
  });

  it('gives the same rules and presets to import', async () => {
    const required = require(name) as LoadedPlugin;
    const imported = (await import(name)) as { default: LoadedPlugin };

    expect(imported.default.meta).toEqual(required.meta);
    expect(Object.keys(imported.default.rules)).toEqual(Object.keys(required.rules));
    expect(Object.keys(imported.default.configs)).toEqual(Object.keys(required.configs));
  });
});
