import { describe, it } from 'vitest';
import { rules } from '../../../src/rules/index.js';
import { blocksUnder, documentOf } from '../../rule-documents.js';
import { expectAgreement } from './agrees.js';

describe.each(Object.keys(rules))('what the document of %s shows', (rule) => {
  const text = documentOf(rule);
  for (const heading of ['Incorrect', 'Correct']) {
    for (const [at, { language, code, line }] of blocksUnder(text, heading).entries()) {
      it(`does what is reported: the block on line ${line}, ${heading}`, () =>
        expectAgreement(`docs/rules/${rule}.md ${heading} ${at + 1}`, `example.${language}`, code));
    }
  }
});
