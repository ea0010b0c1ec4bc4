import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../../src/index.js';
import { agreementOf } from './agreement.js';
import { differencesIn } from './agrees.js';
import { programsIn, shownUnder } from './programs.js';

const linter = new Linter();
const CONFIG: Linter.Config[] = [
  { files: ['**/*.{js,mjs,cjs,ts,mts,cts}'], languageOptions: { parser } },
  { files: ['**/*'], ...plugin.configs.strict },
];

const programs = [
  ...shownUnder('Incorrect'),
  ...['mistakes', 'services', 'pipelines'].flatMap((folder) => programsIn(`tests/programs/${folder}`)),
];

/** The programs that `--fix` changes, with what it makes of them. */
const fixed = programs.flatMap((program) => {
  const { output, fixed: isFixed } = linter.verifyAndFix(program.text, CONFIG, {
    filename: program.filename,
  });
  return isFixed ? [{ ...program, output }] : [];
});

describe('a program that is fixed', () => {
  it('is one of many', () => {
    expect(fixed.length).toBeGreaterThan(70);
  });

  it.each(fixed)(
    'breaks nothing that it did not break before, and does what is still reported: $name',
    async ({ filename, text, output }) => {
      const before = await agreementOf(filename, text);
      const after = await agreementOf(filename, output);
      expect([...after.broken].filter((broken) => !before.broken.has(broken))).toEqual([]);
      expect(differencesIn(after)).toEqual([]);
    },
  );
});
