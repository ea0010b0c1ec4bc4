import { it } from 'vitest';
import { expectAgreement } from './agrees.js';
import { programsIn } from './programs.js';

const isOfAnExample = ({ name }: { name: string }): boolean => !/eslint\.config\.[jt]s$/.test(name);

it.each(programsIn('examples').filter(isOfAnExample))('does what is reported: $name', (program) =>
  expectAgreement(program),
);
