import { describe, expect, it } from 'vitest';
import type { Dialect } from './dialect.js';
import { dialectOf } from './dialects/index.js';
import { analysisOfProgram, disagreementsOf } from './disagreement.js';
import { FOUND, type FoundProgram } from './found.js';
import { FOUND_ELSEWHERE } from './found-elsewhere.js';
import type { GeneratedProgram } from './program-text.js';

/** What stands before a found program. */
const headOf = ({ head, setUp }: Dialect): string =>
  [head, 'exports.run = async (order, items, next, a, b, kind) => {', ...setUp, ''].join('\n');

function programOf({
  client = 'kafkajs',
  body,
  tests = [],
  flags = [],
  hasItems = false,
}: FoundProgram): GeneratedProgram {
  const dialect = dialectOf(client);
  return { dialect, text: `${headOf(dialect)}${body}\n};\n`, tests, flags, hasItems };
}

describe.each([...FOUND, ...FOUND_ELSEWHERE])('$fault', (found) => {
  const program = programOf(found);

  it('is reported now, or not any more', () => {
    const before = headOf(program.dialect).split('\n').length - 1;
    const reported = analysisOfProgram(program).findings.map(
      ({ kind, node }) => `${kind} ${node.loc.start.line - before}`,
    );
    expect(reported.sort()).toEqual([...found.reported].sort());
  });

  it('is what the runs show', async () => {
    const { all } = await disagreementsOf(program);
    expect(all).toEqual([]);
  });
});
