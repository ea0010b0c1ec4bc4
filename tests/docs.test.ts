import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../src/rules/index.js';
import { lint, parses } from './lint.js';

interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
}

/** The code blocks under a heading of a document. */
function blocksUnder(text: string, heading: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  let open: { language: string; line: number; code: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)/.exec(line);
    if (fence && open) {
      if (section === heading) blocks.push({ ...open, code: open.code.join('\n') });
      open = undefined;
    } else if (fence) open = { language: fence[1] ?? '', line: index + 1, code: [] };
    else if (open) open.code.push(line);
    else section = /^## (.*)/.exec(line)?.[1] ?? section;
  }
  return blocks;
}

describe.each(Object.keys(rules))('the document of %s', (name) => {
  const file = path.join(import.meta.dirname, '../docs/rules', `${name}.md`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
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
