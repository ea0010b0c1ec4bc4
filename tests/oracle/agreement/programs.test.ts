import { describe } from 'vitest';
import { itAgrees } from './agrees.js';
import { programsIn } from './programs.js';

describe.each([
  ['correct', 70],
  ['lookalikes', 6],
  ['mistakes', 250],
  ['services', 100],
] as const)('what the %s programs do', (folder, least) => {
  itAgrees(programsIn(`tests/programs/${folder}`), least);
});
