import { describe } from 'vitest';
import { itAgrees } from './agrees.js';
import { programsIn } from './programs.js';

/** They take minutes. */
const isWanted = process.env['PROVE'] === 'all';

describe.runIf(isWanted).each([
  ['pipelines', 118],
  ['client-facts', 58],
  ['applications', 48],
  ['workers', 50],
  ['near-misses', 60],
  ['deep-mistakes', 58],
  ['staff-code', 56],
  ['domains', 59],
  ['mixtures', 56],
  ['edge-cases', 185],
  ['companies', 59],
  ['beginners', 60],
  ['data-flow', 57],
  ['pairs', 74],
  ['layers', 64],
  ['teams', 58],
  ['ways', 60],
  ['everyday', 72],
  ['processors', 56],
  ['snippets', 56],
  ['habits', 53],
  ['edges', 62],
  ['mainstream', 48],
  ['textbook', 60],
  ['variations', 78],
] as const)('what the %s programs do', { timeout: 900_000 }, (folder, least) => {
  itAgrees(programsIn(`tests/programs/${folder}`), least);
});
