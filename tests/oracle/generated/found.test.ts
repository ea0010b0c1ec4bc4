import { describe, expect, it } from 'vitest';
import { DIALECTS } from './dialect.js';
import { analysisOfProgram, disagreementsOf } from './disagreement.js';
import { FOUND, type FoundProgram } from './found.js';
import type { GeneratedProgram } from './program-text.js';

const [dialect] = DIALECTS;
if (!dialect) throw new Error('There is no dialect.');

const HEAD = `${dialect.head}\nexports.run = async (order, items, next, a, b, kind) => {\n`;
const LINES_BEFORE = HEAD.split('\n').length - 1;

function programOf({ body, tests = [], flags = [], hasItems = false }: FoundProgram): GeneratedProgram {
  const text = `${HEAD}${body}\n};\n`;
  if (!dialect) throw new Error('There is no dialect.');
  return { dialect, text, tests, flags, hasItems };
}

describe.each(FOUND)('$fault', (found) => {
  const program = programOf(found);

  it('is reported now, or not any more', () => {
    const reported = analysisOfProgram(program).findings.map(
      ({ kind, node }) => `${kind} ${node.loc.start.line - LINES_BEFORE}`,
    );
    expect(reported.sort()).toEqual([...found.reported].sort());
  });

  it('is what the runs show', async () => {
    const { all } = await disagreementsOf(program);
    expect(all).toEqual([]);
  });
});
