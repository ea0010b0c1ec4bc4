import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const { MUTANTS } = (await import(new URL('../scripts/mutants/mutants.mjs', import.meta.url).href)) as {
  MUTANTS: readonly Mutant[];
};

it.each(MUTANTS)('a mistake can be made in $file as it is: $name', ({ file, from, to }) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

  expect(text.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});
