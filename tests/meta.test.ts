import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import plugin from '../src/index.js';
import type { Rule } from '../src/rules/create-rule.js';
import { rules } from '../src/rules/index.js';

const root = path.join(import.meta.dirname, '..');
const all = Object.entries<Rule>(rules);

describe.each(all)('the rule %s', (name, rule) => {
  it('goes by its name', () => {
    expect(rule.name).toBe(name);
    expect(existsSync(path.join(root, 'src/rules', `${name}.ts`))).toBe(true);
    expect(rule.meta.docs?.url).toMatch(new RegExp(`/docs/rules/${name}\\.md$`));
  });

  it('has a document and a test of its own', () => {
    expect(existsSync(path.join(root, 'docs/rules', `${name}.md`))).toBe(true);
    expect(existsSync(path.join(root, 'tests/rules', `${name}.test.ts`))).toBe(true);
  });

  it('is in the presets that its meta names', () => {
    const id = `kafka-transactions/${name}`;

    expect(plugin.configs.strict.rules).toHaveProperty([id], 'error');
    if (rule.meta.docs?.preset === 'recommended') {
      expect(plugin.configs.recommended.rules).toHaveProperty([id], 'error');
      expect(plugin.configs['recommended-type-checked'].rules).toHaveProperty([id], 'error');
    } else {
      expect(plugin.configs.recommended.rules).not.toHaveProperty([id]);
      expect(plugin.configs['recommended-type-checked'].rules).not.toHaveProperty([id]);
    }
  });

  it('has a test for each of its messages', () => {
    const test = ['tests/rules', 'tests/fixes']
      .map((folder) => path.join(root, folder, `${name}.test.ts`))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');

    expect(Object.keys(rule.meta.messages).filter((id) => !test.includes(`messageId: '${id}'`))).toEqual([]);
  });

  it('speaks in whole sentences', () => {
    for (const message of Object.values(rule.meta.messages)) {
      expect(message).toMatch(/^(?:[A-Z`]|\{\{(?:call|client)\}\})/);
      expect(message).toMatch(/(?:\.|\{\{advice\}\})$/);
    }
    expect(rule.meta.docs?.description).toMatch(/^(?:disallow|require) /);
  });

  it('refuses an option that it does not have', () => {
    const lint = () =>
      new Linter().verify('', [
        {
          plugins: { 'kafka-transactions': plugin },
          rules: { [`kafka-transactions/${name}`]: ['error', { noSuchOption: true }] },
        },
      ]);

    expect(lint).toThrow(`kafka-transactions/${name}`);
    expect(lint).toThrow('noSuchOption');
  });

  it('offers fixes and suggestions only if it says so', () => {
    const source = readFileSync(path.join(root, 'src/rules', `${name}.ts`), 'utf8');

    expect(/^ {2}(?:candidates|fixesOf)\b/m.test(source)).toBe(
      rule.meta.fixable !== undefined || rule.meta.hasSuggestions === true,
    );
  });
});

describe('the plugin', () => {
  it('holds every rule that has a file', () => {
    const files = readdirSync(path.join(root, 'src/rules'))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((file) => /^(?:no|require|valid)-/.test(file));

    expect(Object.keys(plugin.rules)).toEqual(files);
  });

  it('keeps what is merely possible out of the recommended presets', () => {
    const strictOnly = [
      'no-defunct-producer-reuse',
      'no-replay-after-commit',
      'no-unguarded-abort',
      'valid-transactional-producer',
    ];

    expect(all.filter(([, { meta }]) => meta.docs?.preset === 'strict').map(([name]) => name)).toEqual(
      strictOnly,
    );
  });

  it('calls itself what the package is called', () => {
    expect(plugin.meta).toEqual({
      name: manifest.name,
      version: manifest.version,
      namespace: 'kafka-transactions',
    });
  });

  it('has presets that a flat config extends', () => {
    const configs = defineConfig([
      { files: ['**/*.js'], extends: [plugin.configs.recommended] },
      { plugins: { 'kafka-transactions': plugin }, extends: ['kafka-transactions/strict'] },
    ]);

    expect(configs.flatMap(({ rules: set }) => Object.keys(set ?? {}))).toHaveLength(
      Object.keys(plugin.configs.recommended.rules ?? {}).length + all.length,
    );
  });

  it.each(Object.entries(plugin.configs))(
    'names the preset %s and refers to itself in it',
    (name, preset) => {
      expect(preset.name).toBe(`kafka-transactions/${name}`);
      expect(preset.plugins['kafka-transactions']).toBe(plugin);
    },
  );
});
