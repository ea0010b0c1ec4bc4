import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectedIn,
  fixturesIn,
  lintProgramsTyped,
  lintTyped,
  typedFixtures,
  type TypedReport,
} from '../typed-lint.js';

const origins = readdirSync(typedFixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map(({ name }) => name);

let typed: TypedReport[];
let untyped: TypedReport[];

beforeAll(async () => {
  const files = fixturesIn('.');
  typed = await lintTyped(files);
  untyped = await lintTyped(files, { preset: 'recommended' });
});

describe('what the type checker finds that the text does not', () => {
  it.each(origins)('%s: the mistakes are reported', (origin) => {
    const file = join(origin, 'mistake.ts');

    expect(expectedIn(file)).not.toHaveLength(0);
    expect(typed.filter((report) => report.file === file)).toEqual(expectedIn(file));
  });

  it.each(origins)('%s: nothing is said of the correct twin', (origin) => {
    expect(typed.filter(({ file }) => file === join(origin, 'correct.ts'))).toEqual([]);
  });

  it.each(origins)('%s: without types nothing is found', (origin) => {
    expect(untyped.filter(({ file }) => file === join(origin, 'mistake.ts'))).toEqual([]);
  });
});

/** Known to be wrong, with or without types: two producers that publish the same records side by side replay nothing. */
const NOT_YET = ['football-odds-parallel-producers-kafkajs.ts'];

describe('with types on', () => {
  it('nothing is said of look-alikes', async () => {
    expect(await lintProgramsTyped('lookalikes')).toEqual([]);
  });

  it('nothing is said of correct programs', async () => {
    const reports = await lintProgramsTyped('correct');

    expect(reports.filter(({ file }) => !NOT_YET.includes(file))).toEqual([]);
  });
});
