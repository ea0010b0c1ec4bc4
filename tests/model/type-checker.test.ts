import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectedIn,
  fixturesIn,
  lintProgramsTyped,
  lintTyped,
  typedFixtures,
  typesAskedIn,
  type TypedReport,
} from '../typed-lint.js';

const origins = readdirSync(typedFixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map(({ name }) => name);

const mistaken = origins.filter((origin) => existsSync(join(typedFixtures, origin, 'mistake.ts')));

let typed: TypedReport[];
let untyped: TypedReport[];

beforeAll(async () => {
  const files = fixturesIn('.');
  typed = await lintTyped(files);
  untyped = await lintTyped(files, { preset: 'recommended' });
});

describe('what the type checker finds that the text does not', () => {
  it.each(mistaken)('%s: the mistakes are reported', (origin) => {
    const file = join(origin, 'mistake.ts');

    expect(expectedIn(file)).not.toHaveLength(0);
    expect(typed.filter((report) => report.file === file)).toEqual(expectedIn(file));
  });

  it.each(origins)('%s: nothing is said of the correct twin', (origin) => {
    expect(typed.filter(({ file }) => file === join(origin, 'correct.ts'))).toEqual([]);
  });

  it.each(mistaken)('%s: without types nothing is found', (origin) => {
    expect(untyped.filter(({ file }) => file === join(origin, 'mistake.ts'))).toEqual([]);
  });
});

describe('with types on', () => {
  it('nothing is said of look-alikes', async () => {
    expect(await lintProgramsTyped('lookalikes')).toEqual([]);
  });

  it('nothing is said of correct programs', async () => {
    expect(await lintProgramsTyped('correct')).toEqual([]);
  });
});

describe('what the type checker is asked for', () => {
  const kafka = "import { beginTx } from './support/kafkajs.js';";
  const work =
    'const tx = await beginTx(); await tx.send({ topic: value, messages: [] }); await tx.commit();';

  it('nothing where no word of the text speaks of transactions', () => {
    expect(
      typesAskedIn(`export const reply = (to: { send(text: string): void }) => { to.send('ok'); };`),
    ).toEqual([]);
  });

  it('only what could be an operation, in a file of another library', () => {
    expect(
      typesAskedIn(`declare const database: { transaction(): { commit(): void } };
export const save = (row: object) => { const tx = database.transaction(); console.log(row); tx.commit(); };`),
    ).toEqual(['tx', 'database']);
  });

  it('only values that could be a client’s, in functions with operations', () => {
    const asked = typesAskedIn(`${kafka}
export async function record(value: string) { ${work} if (value.length > 3) value.trim(); }
export function load(read: (key: string) => unknown) { const row = read('a'); keep(row); }
declare function keep(row: unknown): void;`);

    expect(asked).toContain('beginTx()');
    expect(asked).not.toContain("read('a')");
    expect(asked).not.toContain('value.length');
    expect(asked).not.toContain('value.trim()');
  });
});
