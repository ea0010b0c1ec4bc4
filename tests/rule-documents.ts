import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A block of code in a document. */
export interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
}

/** The text of a rule's document; empty where there is none. */
export function documentOf(rule: string): string {
  const file = path.join(import.meta.dirname, '../docs/rules', `${rule}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The code blocks under a heading of a document. */
export function blocksUnder(text: string, heading: string): Block[] {
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
