import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/taxonomy/index.js';
import { stepWords, STEP_KINDS } from '../../src/map/words.js';
import { invoked } from '../cli/invoked.js';

const root = path.resolve(import.meta.dirname, '../..');
const imageOf = (name: string): string => readFileSync(path.join(root, 'docs/images', name), 'utf8');

const PRINT_PAGES = `
import { mapPages } from './scripts/map-pictures.mjs';
process.stdout.write(JSON.stringify(await mapPages()));
`;

describe('docs/handling-map.md: where it is stale, run scripts/render-maps.mjs', () => {
  let pages: { terminal: string; page: string };
  beforeAll(() => {
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PRINT_PAGES], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    pages = JSON.parse(printed) as typeof pages;
  });

  it('has a picture of what the terminal shows', () => {
    expect(pages.terminal).toBe(imageOf('map-terminal.html'));
  });

  it('has pictures of the page that there is', () => {
    expect(pages.page).toBe(imageOf('map-page.html'));
  });

  it('shows what the taxonomy says', async () => {
    const { out } = await invoked(['taxonomy', 'NOT_COORDINATOR_FOR_GROUP'], root, {
      env: { COLUMNS: '100' },
    });

    expect(out).toBe(imageOf('taxonomy.txt'));
  });
});

describe('docs/handling-map.md', () => {
  const text = readFileSync(path.join(root, 'docs/handling-map.md'), 'utf8');

  it('names all that a cell can say', () => {
    // What makes or closes a producer has no line in a map.
    const lines = OPERATIONS.filter((operation) => operation !== 'create' && operation !== 'close');
    const said = lines.flatMap((operation) => STEP_KINDS.map((kind) => stepWords(kind, operation)));
    const table = text.slice(text.indexOf('## What a cell can say'), text.indexOf('## Files'));

    for (const words of new Set(said)) expect(table).toContain(words);
  });

  it('names every option of the command', async () => {
    const { out } = await invoked(['map', '--help'], root);
    const options = [...out.matchAll(/--[a-z-]+/g)].map(([option]) => option);

    expect(options.length).toBeGreaterThan(7);
    for (const option of options) if (!['--help', '--color'].includes(option)) expect(text).toContain(option);
  });
});
