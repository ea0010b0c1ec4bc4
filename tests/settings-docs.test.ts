import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.js';
import { settingsOf } from '../src/model/settings.js';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(resolve(root, 'docs', 'settings.md'), 'utf8');

interface Block {
  readonly language: string;
  readonly code: string;
  readonly heading: string;
}

const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map((match): Block => {
  const heading =
    text
      .slice(0, match.index)
      .match(/^## (.*)$/gm)
      ?.at(-1) ?? 'the start';
  return { language: match[1] ?? '', code: match[2] ?? '', heading };
});

/** What stands below `settings` in a block, evaluated. */
async function settingsIn(code: string): Promise<Record<string, unknown>> {
  const module = `data:text/javascript,${encodeURIComponent(`export default {${code}};`)}`;
  const loaded = (await import(module)) as { default: { settings: Record<string, unknown> } };
  return loaded.default.settings;
}

describe('docs/settings.md', () => {
  const fragments = blocks.filter(({ code }) => code.startsWith('settings:'));

  it('has a section for every setting', () => {
    const headings = [...text.matchAll(/^## `(\w+)`$/gm)].map((match) => match[1]);

    expect(() => settingsOf({ nothing: true })).toThrow(`not one of ${headings.join(', ')}.`);
  });

  it.each(fragments)(
    '$heading: its settings are right, and its program is judged as it says',
    async (fragment) => {
      const settings = await settingsIn(fragment.code);
      const program = blocks[blocks.indexOf(fragment) + 1];
      const [, file = ''] = /^\/\/ (\S+)\n/.exec(program?.code ?? '') ?? [];
      const expected = (program?.code ?? '').split('\n').flatMap((line, index) => {
        const [, before = '', rule] = /^(.*)\/\/ reports (\S+)$/.exec(line) ?? [];
        // A comment on a line of its own speaks of the line above.
        const reported = before.trim() === '' ? index : index + 1;
        return rule === undefined ? [] : [`${reported} kafka-transactions/${rule}`];
      });
      const messages = new Linter({ cwd: root }).verify(
        program?.code ?? '',
        [{ files: ['**/*.ts'], languageOptions: { parser } }, plugin.configs.recommended, { settings }],
        resolve(root, file),
      );

      expect(messages.map(({ line, ruleId, message }) => `${line} ${ruleId ?? message}`)).toEqual(expected);
      expect(expected).not.toEqual([]);
    },
  );
});
