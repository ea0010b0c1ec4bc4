import { describe, expect, it } from 'vitest';
import { rules } from '../src/rules/index.js';
import { lint, parses } from './lint.js';
import { blocksUnder, documentOf } from './rule-documents.js';

describe.each(Object.keys(rules))('the document of %s', (name) => {
  const text = documentOf(name);
  const incorrect = blocksUnder(text, 'Incorrect');
  const correct = blocksUnder(text, 'Correct');

  it('says what, why and when not, and shows code', () => {
    const headings = [...text.matchAll(/^## (.*)/gm)].map(([, heading]) => heading);

    expect(headings).toEqual(['Why', 'Incorrect', 'Correct', 'Fix', 'When it may be wrong', 'Checked with']);
    expect(incorrect.length).toBeGreaterThan(0);
    expect(correct.length).toBeGreaterThan(0);
  });

  it.each(incorrect)('is right that the block on line $line is incorrect', ({ language, code }) => {
    expect(parses(code, `example.${language}`)).toBe(true);
    expect(lint(code, `example.${language}`).map(({ rule }) => rule)).toContain(name);
  });

  it.each(correct)('is right that the block on line $line is correct', ({ language, code }) => {
    expect(lint(code, `example.${language}`)).toEqual([]);
  });
});
